import { Button, Group, Skeleton, Stack, Text, Textarea } from '@mantine/core';
import type { Environment } from '@quartermaster/contract/access.ts';
import type { SyncCheck } from '@quartermaster/contract/endpoints/sync.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useInstanceId } from '../../../shared/access/active-instance.ts';
import { type SyncScope, syncQueries, type useStartSync } from '../../../shared/data/sync/syncs.ts';
import { HttpError, isRefusal } from '../../../shared/http/http-error.ts';
import { useRequest } from '../../../shared/services/request.ts';
import { ChangeCounts, type ChangeKind } from '../../../shared/ui/change/change-mark.tsx';
import { count } from '../../../shared/ui/count.ts';
import { DialogForm, FormDialog } from '../../../shared/ui/dialog/form-dialog.tsx';
import { ErrorCallout } from '../../../shared/ui/error-callout.tsx';
import { Delayed } from '../../../shared/ui/lazy/delayed.tsx';
import { Direction } from '../direction.tsx';
import { CheckResult, type CheckResultProps } from './check-result.tsx';
import { type Decisions, isDecided, noDecisions, resolutionOf } from './decisions.ts';

interface SyncFormProps extends Pick<CheckResultProps, 'sides' | 'targetId' | 'onInclude' | 'onLeaveOut'> {
  source: Environment;
  target: Environment;
  scope: SyncScope;
  /** What is synced, as far as the list says it. */
  counts: Record<ChangeKind, number> & { templates: number; menu: boolean };
  /** The revision of the list that is synced as a whole; otherwise that of what was checked counts. */
  seen?: string | undefined;
  /** The toast once it is applied. */
  success: string;
  confirmLabel: string;
  start: ReturnType<typeof useStartSync>;
  onClose: () => void;
  onApplied: () => void;
  /** What is synced has become something else. */
  onChanged: () => void;
}

interface SyncDialogProps extends SyncFormProps {
  opened: boolean;
  title: string;
}

/** The longest note. */
const noteLength = 2000;

/** Shows what a sync does and what it meets, before it is done. */
export const SyncDialog = ({ opened, title, ...form }: SyncDialogProps) => (
  <FormDialog opened={opened} onClose={form.onClose} title={title} size="lg">
    <SyncForm {...form} isOpen={opened} />
  </FormDialog>
);

function SyncForm(props: SyncFormProps & { isOpen: boolean }) {
  const { source, target, scope, counts, sides, seen, success, confirmLabel, start } = props;
  const { onClose, onApplied, onChanged, targetId, onInclude, onLeaveOut, isOpen } = props;
  // While the dialog closes, what was selected is so no more.
  const check = useQuery({ ...syncQueries.check(useRequest(), useInstanceId(), scope), enabled: isOpen });
  // What the server said when it refused the sync is newer than what it said before.
  const [refused, setRefused] = useState<{ result: SyncCheck; of: SyncScope }>();
  const result = refused?.of === scope ? refused.result : check.data;
  const [decisions, setDecisions] = useState<Decisions>(noDecisions);
  const [note, setNote] = useState('');
  const isChecked = result !== undefined && !check.isPlaceholderData && !check.error;

  const changed = useEffectEvent(onChanged);
  const isOutdated = isChangedError(check.error);
  // The check is a query, which tells of its failure in no other way.
  useEffect(() => {
    if (isOutdated) changed();
  }, [isOutdated]);

  // What is taken along can need more in turn: one click takes all of it.
  const [isTaking, setTaking] = useState(false);
  const takeMore = useEffectEvent(({ missing, missing_templates }: SyncCheck) => {
    if (missing.count + missing_templates.length > 0) onInclude?.(missing.sample, missing_templates);
    else setTaking(false);
  });
  useEffect(() => {
    if (isTaking && isChecked) takeMore(result);
  }, [isTaking, isChecked, result]);

  const submit = () => {
    if (!result) return;
    const about = {
      ...resolutionOf(decisions),
      ...(note.trim() && { note: note.trim() }),
      seen: seen ?? result.revision,
    };
    start.mutate(
      { scope, about, success, onStarted: onClose },
      {
        onSuccess: onApplied,
        onError: (error) => {
          if (isChangedError(error)) onChanged();
          else if (error instanceof HttpError && isCheck(error.body.details))
            setRefused({ result: error.body.details, of: scope });
        },
      },
    );
  };
  const error = isRefusal(start.error) ? start.error : null;

  return (
    <DialogForm
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      onCancel={onClose}
      submitLabel={confirmLabel}
      isSubmitting={start.isPending}
      isReady={isChecked && isDecided(result, decisions)}
    >
      <ErrorCallout error={error} />
      <Group gap="sm">
        <Direction source={source} target={target} />
        <Text size="sm">{amountText(counts, result)}</Text>
        <ChangeCounts counts={counts} />
      </Group>
      {result && (
        <CheckResult
          check={result}
          target={target}
          sides={sides}
          decisions={decisions}
          onDecide={setDecisions}
          targetId={targetId}
          onInclude={
            onInclude &&
            ((items, templates) => {
              setTaking(true);
              onInclude(items, templates);
            })
          }
          onLeaveOut={onLeaveOut}
          isBusy={check.isPlaceholderData}
        />
      )}
      {check.isPending && (
        <Delayed>
          <Stack gap="xs" role="status" aria-label="Checking the changes">
            <Skeleton height={20} />
            <Skeleton height={20} width="70%" />
          </Stack>
        </Delayed>
      )}
      {check.error && !isOutdated && (
        <Stack gap="xs" align="flex-start">
          <ErrorCallout error={check.error} />
          <Button variant="default" onClick={() => void check.refetch()}>
            Try again
          </Button>
        </Stack>
      )}
      <Textarea
        label="Note"
        description="Optional. It is kept in the history of syncs."
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
        maxLength={noteLength}
        rows={2}
      />
    </DialogForm>
  );
}

/** Says how much is synced: `12 items, 1 template, the navigation`. */
function amountText(counts: SyncFormProps['counts'], check: SyncCheck | undefined): string {
  const items = check?.items ?? counts.added + counts.updated + counts.removed;
  const templates = check?.templates ?? counts.templates;
  const parts = [
    ...(items > 0 ? [count(items, 'item')] : []),
    ...(templates > 0 ? [count(templates, 'template')] : []),
    ...((check?.menu ?? counts.menu) ? ['the navigation'] : []),
  ];
  return parts.join(', ');
}

const isChangedError = (error: unknown): boolean => error instanceof HttpError && error.body.error === 'changed';

const isCheck = (details: unknown): details is SyncCheck =>
  typeof details === 'object' && details !== null && 'conflicts' in details && 'misfits' in details;
