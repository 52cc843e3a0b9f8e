import { Group, Text, Textarea } from '@mantine/core';
import type { Environment } from '@quartermaster/contract/access.ts';
import type { ChangeSetCheck } from '@quartermaster/contract/endpoints/change-sets.ts';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import type { Side } from '@quartermaster/contract/endpoints/sync.ts';
import { useState } from 'react';
import { useInstanceId } from '../../../shared/access/active-instance.ts';
import { Can } from '../../../shared/access/can.tsx';
import type { StartSync, SyncScope } from '../../../shared/data/sync/sync-scope.ts';
import { type HttpError, isRefusal } from '../../../shared/http/http-error.ts';
import { queryKeys } from '../../../shared/http/query-keys.ts';
import { ChangeCounts, type ChangeKind } from '../../../shared/ui/change/change-mark.tsx';
import { count } from '../../../shared/ui/count.ts';
import { DialogForm, FormDialog } from '../../../shared/ui/dialog/form-dialog.tsx';
import { Direction } from '../../../shared/ui/direction.tsx';
import { EnvBadge } from '../../../shared/ui/env-badge.tsx';
import { ErrorCallout } from '../../../shared/ui/error-callout.tsx';
import { CheckAgain } from '../../../shared/ui/page/check-again.tsx';
import type { SelectionActions } from './check-problems.tsx';
import { CheckResult } from './check-result.tsx';
import { CheckState } from './check-state.tsx';
import { DecidedBefore } from './decided-before.tsx';
import {
  type Decide,
  type Deciding,
  type Decisions,
  decisionsAbout,
  isDecided,
  noDecisions,
  resolutionOf,
} from './decisions.ts';
import { DrawnSync } from './drawn-sync.tsx';
import { EditedSince } from './edited-since.tsx';
import classes from './sync-dialog.module.css';
import { useDecisions } from './use-decisions.ts';
import { isListChanged, isUndoScope, useSyncCheck } from './use-sync-check.ts';

/** The mutation that starts a sync or an undo. */
interface StartMutation {
  isPending: boolean;
  // A method, so that each caller can pass the mutation for its own kind of scope.
  mutate(variables: StartSync, callbacks: { onSuccess: () => void; onError: (error: Error) => void }): void;
}

interface SyncFormProps extends SelectionActions {
  source: Environment;
  target: Environment;
  scope: SyncScope;
  /** The names of the two sides of a conflict. */
  sides: Record<Side, string>;
  /** The instance with the target's content, for deciding conflicts by field; undefined where that is not possible. */
  targetId?: number;
  /** What to do about missing items, where they cannot be added. */
  missingHint?: string;
  /** The synced objects that the list contains. */
  counts: Record<ChangeKind, number> & { templates: number; menu: boolean };
  /** The revision of the list if all of it is synced; otherwise the revision of the check counts. */
  seen?: string | undefined;
  /** The toast after the sync is applied. */
  success: string;
  confirmLabel: string;
  start: StartMutation;
  onClose: () => void;
  onApplied: () => void;
  /** Asks about conflicts that were decided when the release was planned. */
  onDecideAgain?: () => void;
  /** Called when the selection is stale. */
  onChanged: () => void;
}

interface SyncDialogProps extends SyncFormProps {
  opened: boolean;
  title: string;
  /** The decisions of the page, which can also be made next to its list; those of the dialog if omitted. */
  deciding?: Deciding;
}

/** The maximum length of a note. */
const noteLength = 2000;

/** Shows what a sync does and its problems, before it starts; decisions and note survive closing it, until a sync is applied. */
export function SyncDialog({ opened, title, deciding, ...form }: SyncDialogProps) {
  const ofDialog = useDecisions();
  const { decisions, onDecide } = deciding ?? ofDialog;
  const [note, setNote] = useState('');
  const onApplied = () => {
    // Decisions about items that were not synced stay; their keys have the revision.
    onDecide(({ items }) => ({ ...noDecisions, items }));
    setNote('');
    form.onApplied();
  };
  const input = { decisions, onDecide, note, onNote: setNote };
  return (
    <FormDialog opened={opened} onClose={form.onClose} title={title} size="lg">
      <SyncForm {...form} {...input} onApplied={onApplied} isOpen={opened} />
    </FormDialog>
  );
}

interface OpenSyncFormProps extends SyncFormProps {
  isOpen: boolean;
  /** The decisions for this check and earlier ones. */
  decisions: Decisions;
  onDecide: Decide;
  note: string;
  onNote: (note: string) => void;
}

function SyncForm(props: OpenSyncFormProps) {
  const { source, target, scope, counts, sides, confirmLabel, start, targetId, missingHint, isOpen } = props;
  const { onClose, onChanged, onInclude, onLeaveOut, onDecideAgain, onDecide, note, onNote } = props;
  const { query, isChecked, isOutdated, include } = useSyncCheck({
    scope,
    // What is applied differs from its own check.
    isOpen: isOpen && !start.isPending,
    onInclude,
    onChanged,
  });
  const { result, error, submit } = useSyncStart(props, query);
  /** The revision whose edits since the review are accepted. */
  const [accepted, setAccepted] = useState<string | null>(null);
  const decisions = result ? decisionsAbout(result, props.decisions) : noDecisions;

  const edited = result?.edited_since;
  const isAccepted = edited === undefined || accepted === result?.revision;
  return (
    <DialogForm
      onSubmit={(event) => {
        event.preventDefault();
        submit(decisions);
      }}
      onCancel={onClose}
      submitLabel={confirmLabel}
      isSubmitting={start.isPending}
      isReady={isChecked && result !== undefined && isDecided(result, decisions) && isAccepted}
    >
      <ErrorCallout error={error} />
      <CheckAgain queryKey={queryKeys.instance.sync(useInstanceId())} />
      {/* The initial focus, before the parts to read and decide. */}
      <Group gap="sm" className={classes.start} tabIndex={-1} data-autofocus>
        {isUndoScope(scope) ? <EnvBadge env={target} /> : <Direction source={source} target={target} />}
        <Text size="sm">{amountText(counts, result)}</Text>
        <ChangeCounts counts={counts} />
      </Group>
      {result && edited && (
        <EditedSince
          edited={edited}
          isAccepted={isAccepted}
          onAccept={(isOn) => setAccepted(isOn ? result.revision : null)}
        />
      )}
      {result?.decided !== undefined && onDecideAgain && (
        <DecidedBefore amount={result.decided} onDecideAgain={onDecideAgain} />
      )}
      {result && (
        <CheckResult
          check={result}
          target={target}
          sides={sides}
          decisions={decisions}
          onDecide={onDecide}
          targetId={targetId}
          onInclude={include}
          onLeaveOut={onLeaveOut}
          missingHint={missingHint}
          isBusy={query.isPlaceholderData}
        />
      )}
      {result && (
        <Can do={items.chart}>
          <DrawnSync scope={scope} revision={query.isPlaceholderData ? undefined : result.revision} />
        </Can>
      )}
      {!isOutdated && <CheckState query={query} />}
      {scope.kind !== 'change-set' && scope.kind !== 'release' && (
        <Textarea
          label="Note"
          description="Optional. It is shown in the history of syncs."
          value={note}
          onChange={(event) => onNote(event.currentTarget.value)}
          maxLength={noteLength}
          rows={2}
        />
      )}
    </DialogForm>
  );
}

/** Starts a sync as it was decided; the server's answer to a refused one is newer than its check, and takes its place. */
function useSyncStart(
  { scope, seen, success, start, note, onClose, onApplied, onChanged }: OpenSyncFormProps,
  query: ReturnType<typeof useSyncCheck>['query'],
) {
  const [refused, setRefused] = useState<{ result: ChangeSetCheck; of: SyncScope }>();
  const [error, setError] = useState<HttpError | null>(null);
  const result = refused?.of === scope ? refused.result : query.data;
  const submit = (decisions: Decisions) => {
    if (!result) return;
    const about = {
      ...resolutionOf(result, decisions),
      ...(note.trim() && { note: note.trim() }),
      seen: seen ?? result.revision,
    };
    setError(null);
    start.mutate(
      { scope, about, success, onStarted: onClose },
      {
        onSuccess: onApplied,
        onError: (cause) => {
          if (isListChanged(scope, cause)) return onChanged();
          if (!isRefusal(cause)) return;
          setError(cause);
          if (isCheck(cause.body.details)) setRefused({ result: cause.body.details, of: scope });
          else if (isUndoScope(scope)) void query.refetch();
        },
      },
    );
  };
  return { result, error, submit };
}

/** How much is synced, as text: `12 items, 1 template, the navigation`. */
function amountText(counts: SyncFormProps['counts'], check: ChangeSetCheck | undefined): string {
  const items = check?.items ?? counts.added + counts.updated + counts.removed;
  const templates = check?.templates ?? counts.templates;
  const parts = [
    ...(items > 0 ? [count(items, 'item')] : []),
    ...(templates > 0 ? [count(templates, 'template')] : []),
    ...((check?.menu ?? counts.menu) ? ['the navigation'] : []),
  ];
  return parts.join(', ');
}

const isCheck = (details: unknown): details is ChangeSetCheck =>
  typeof details === 'object' && details !== null && 'conflicts' in details && 'incompatible' in details;
