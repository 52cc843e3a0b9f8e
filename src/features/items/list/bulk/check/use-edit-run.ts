import type { Action, EditCheck, StartedEdit } from '@quartermaster/contract/endpoints/bulk-edits.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { bulkEditQueries, type ItemsEdit, type useApplyEdit } from '../../../../../shared/data/bulk-edits.ts';
import { isChanged, matchingNow } from '../../../../../shared/http/changed.ts';
import { createUuid } from '../../../../../shared/http/event-id.ts';
import { isRefusal } from '../../../../../shared/http/http-error.ts';
import { useRequest } from '../../../../../shared/services/request.ts';
import { useSettled } from '../../../../../shared/ui/hooks/use-settled.ts';
import { useStableCallback } from '../../../../../shared/ui/hooks/use-stable-callback.ts';
import { changedText } from './changed-text.ts';

/** What the dialogs for the selected items share. */
export interface EditRunOptions {
  instanceId: number;
  /** The selected items, and those that are not edited although they match. */
  target: Pick<ItemsEdit, 'selection'> & { excluded: readonly number[] };
  /** While the dialog closes, nothing is checked. */
  isOpen: boolean;
  apply: ReturnType<typeof useApplyEdit>;
  /** Called if another number of items matches than was selected. */
  onMatching: (count: number) => void;
  /** Closes the dialog; the edit is applied, or goes on by itself. */
  onClose: () => void;
  onApplied: () => void;
}

const noIds: readonly number[] = [];

/**
 * An edit of the selected items: its check, which is requested again after each change, and its application. Without an action, as long as
 * its input is not valid, nothing is checked.
 */
export function useEditRun(options: EditRunOptions, action: Action | undefined) {
  const { instanceId, target, isOpen, apply, onMatching, onClose, onApplied } = options;
  const request = useRequest();
  const [excluded, setExcluded] = useState(noIds);
  const [notice, setNotice] = useState<string>();
  const [running, setRunning] = useState<StartedEdit>();
  // By its text, as the input creates a new action with each key.
  const text = action && JSON.stringify(action);
  const settled = useSettled(text);
  const edit = useMemo((): ItemsEdit | undefined => {
    if (settled === undefined) return undefined;
    const leave_out = [...target.excluded, ...excluded];
    return {
      selection: target.selection,
      action: JSON.parse(settled) as Action,
      ...(leave_out.length > 0 && { leave_out }),
    };
  }, [settled, target, excluded]);

  // The pages of the preview belong to one edit.
  const [pages, setPages] = useState({ edit, cursors: [] as readonly string[] });
  const cursors = pages.edit === edit ? pages.cursors : [];
  const cursor = cursors.at(-1) ?? null;
  const isWanted = isOpen && edit !== undefined && running === undefined;
  const query = { ...bulkEditQueries.check(request, instanceId, edit ?? nothing, null), enabled: isWanted };
  const first = useQuery(query);
  const other = useQuery({
    ...bulkEditQueries.check(request, instanceId, edit ?? nothing, cursor),
    enabled: isWanted && cursor !== null,
  });
  const page = cursor === null ? first : other;

  const isCurrent = text !== undefined && settled === text;
  const check = text === undefined ? undefined : first.data;
  const isChecked = isCurrent && check !== undefined && !first.isPlaceholderData && !first.error;

  /** The items are not those that were selected: says so, and checks again. */
  const changed = (error: unknown) => {
    const { selection } = target;
    setNotice(changedText(error, selection.count));
    const now = matchingNow(error);
    if (now !== undefined && now !== selection.count) onMatching(now);
    else void first.refetch();
  };
  const changedMeanwhile = useEffectEvent(changed);
  const checkError = first.error;
  useEffect(() => {
    if (isChanged(checkError) && matchingNow(checkError) !== undefined) changedMeanwhile(checkError);
  }, [checkError]);

  const sent = useRef({ text: '', key: '' });
  const run = useStableCallback(() => {
    if (!isChecked || !edit || apply.isPending) return;
    setNotice(undefined);
    const body = JSON.stringify([edit, check.fingerprint]);
    // The same key for the same edit, as the response to the first attempt may have been lost.
    if (sent.current.text !== body) sent.current = { text: body, key: createUuid() };
    const { key: idempotencyKey } = sent.current;
    const onStarted = (started: StartedEdit) => {
      if (started.state === 'running') setRunning(started);
    };
    apply.mutate(
      { ...edit, fingerprint: check.fingerprint, idempotencyKey, onStarted },
      {
        onSuccess: ({ id }) => {
          if (id !== null) onApplied();
          onClose();
        },
        onError: (error) => {
          setRunning(undefined);
          if (isChanged(error)) changed(error);
          // What a rule refuses now is in a new check.
          else if (isRefusal(error)) void first.refetch();
        },
      },
    );
  });

  const applyError = apply.error && !isChanged(apply.error) ? apply.error : null;
  return {
    /** The check of this edit or, while it is loading, that of the one before. */
    check,
    /** The check of this edit, once it is loaded. */
    checked: isChecked ? check : undefined,
    rows: text === undefined ? undefined : page.data?.rows,
    isPageStale: !isCurrent || page.isPlaceholderData,
    error: applyError ?? (isChanged(checkError) ? null : checkError),
    canRetry: checkError !== null && !isRefusal(checkError),
    retry: () => void first.refetch(),
    notice,
    isApplying: apply.isPending,
    /** Set while a job applies the edit. */
    running,
    run,
    excluded,
    exclude: (ids: readonly number[]) => setExcluded((before) => [...new Set([...before, ...ids])]),
    includeAll: () => setExcluded(noIds),
    steps: {
      page: cursors.length,
      onPrevious: cursors.length > 0 ? () => setPages({ edit, cursors: cursors.slice(0, -1) }) : undefined,
      onNext: nextOf(page.data, (next) => setPages({ edit, cursors: [...cursors, next] })),
    },
  };
}

/** An edit of the selected items that is being checked or applied. */
export type EditRun = ReturnType<typeof useEditRun>;

/** Never sent: the query is disabled without an edit. */
const nothing: ItemsEdit = { selection: { template_id: '' }, action: {} };

const nextOf = (page: EditCheck | undefined, go: (cursor: string) => void) => {
  const next = page?.next_cursor;
  return next ? () => go(next) : undefined;
};
