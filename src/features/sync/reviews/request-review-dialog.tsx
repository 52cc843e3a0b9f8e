import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import type { SyncSelection } from '@quartermaster/contract/endpoints/sync.ts';
import { type FormEvent, useState } from 'react';
import { useInstanceId } from '../../../shared/access/active-instance.ts';
import { useRequestReview } from '../../../shared/data/sync/sync-reviews.ts';
import { useServices } from '../../../shared/services/services.ts';
import { CopyBox } from '../../../shared/ui/copy/copy-box.tsx';
import { DialogForm, FormDialog } from '../../../shared/ui/dialog/form-dialog.tsx';
import { ErrorCallout } from '../../../shared/ui/error-callout.tsx';
import { reviewPath } from '../sync-paths.ts';

interface RequestReviewDialogProps {
  opened: boolean;
  /** What is asked for; `null` for everything. */
  selection: SyncSelection | null;
  /** The same in words. */
  amount: string;
  onClose: () => void;
}

/** Asks others to look at changes and sync them. */
export const RequestReviewDialog = ({ opened, onClose, ...form }: RequestReviewDialogProps) => (
  <FormDialog opened={opened} onClose={onClose} title="Send for review">
    <RequestForm onClose={onClose} {...form} />
  </FormDialog>
);

function RequestForm({ selection, amount, onClose }: Omit<RequestReviewDialogProps, 'opened'>) {
  const instanceId = useInstanceId();
  const { hrefOf } = useServices();
  const [note, setNote] = useState('');
  const { mutate, error, isPending, data } = useRequestReview(instanceId);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isPending) mutate({ selection, note: note.trim() });
  };
  if (data) {
    const url = new URL(hrefOf(reviewPath(data.id, instanceId)), window.location.href).href;
    return (
      <Stack gap="md">
        <Text size="sm" role="status">
          Sent. Everybody who may move changes out of this instance gets a mail with this link:
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
    <DialogForm onSubmit={submit} onCancel={onClose} submitLabel="Send for review" isSubmitting={isPending}>
      <ErrorCallout error={error} />
      <Text size="sm">{amount}</Text>
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
