import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import type { Environment } from '@quartermaster/contract/access.ts';
import { syncReviewPath } from '@quartermaster/contract/paths.ts';
import { type FormEvent, useState } from 'react';
import { useInstanceId } from '../../../shared/access/active-instance.ts';
import { useRequestReview } from '../../../shared/data/sync/sync-reviews.ts';
import type { SyncScope } from '../../../shared/data/sync/sync-scope.ts';
import { useServices } from '../../../shared/services/services.ts';
import { CopyBox } from '../../../shared/ui/copy/copy-box.tsx';
import { DialogForm, FormDialog } from '../../../shared/ui/dialog/form-dialog.tsx';
import { ErrorCallout } from '../../../shared/ui/error-callout.tsx';
import { CheckProblems, type SelectionActions } from '../dialog/check-problems.tsx';
import { CheckState } from '../dialog/check-state.tsx';
import { isBlocked } from '../dialog/decisions.ts';
import { useSyncCheck } from '../dialog/use-sync-check.ts';

interface RequestReviewDialogProps extends SelectionActions {
  opened: boolean;
  target: Environment;
  /** The requested changes: a selection, or all. */
  scope: SyncScope;
  /** The same as text. */
  amount: string;
  onClose: () => void;
  /** The selection is stale. */
  onChanged: () => void;
}

/** Requests a review of changes by other members. */
export const RequestReviewDialog = ({ opened, onClose, ...form }: RequestReviewDialogProps) => (
  <FormDialog opened={opened} onClose={onClose} title="Send for review">
    <RequestForm isOpen={opened} onClose={onClose} {...form} />
  </FormDialog>
);

function RequestForm(props: Omit<RequestReviewDialogProps, 'opened'> & { isOpen: boolean }) {
  const { isOpen, target, scope, amount, onClose, onChanged, onInclude, onLeaveOut } = props;
  const instanceId = useInstanceId();
  const { hrefOf } = useServices();
  const [note, setNote] = useState('');
  const { mutate, error, isPending, data } = useRequestReview(instanceId);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isPending) mutate({ selection: scope.kind === 'selection' ? scope.selection : null, note: note.trim() });
  };
  const isAsking = isOpen && !data;
  const { query, isChecked, isOutdated, include } = useSyncCheck({ scope, isOpen: isAsking, onInclude, onChanged });
  const check = query.data;
  if (data) {
    const url = new URL(hrefOf(syncReviewPath(data.id, instanceId)), window.location.href).href;
    return (
      <Stack gap="md">
        <Text size="sm" role="status">
          Sent. Everyone who can move changes out of this instance gets an email with this link:
        </Text>
        <CopyBox label="Link" value={url} />
        <Group justify="flex-end">
          <Button onClick={onClose} data-autofocus>
            Close
          </Button>
        </Group>
      </Stack>
    );
  }
  return (
    <DialogForm
      onSubmit={submit}
      onCancel={onClose}
      submitLabel="Send for review"
      isSubmitting={isPending}
      isReady={isChecked && check !== undefined && !isBlocked(check)}
    >
      <ErrorCallout error={error} />
      <Text size="sm">{amount}</Text>
      {check && (
        <CheckProblems
          check={check}
          target={target}
          onInclude={include}
          onLeaveOut={onLeaveOut}
          isBusy={query.isPlaceholderData}
        />
      )}
      {!isOutdated && <CheckState query={query} />}
      <Textarea
        label="Note"
        description="Optional. What the changes are for."
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
        maxLength={2000}
        rows={3}
        data-autofocus
      />
    </DialogForm>
  );
}
