import type { Applied, Checked, Door } from '@quartermaster/contract/endpoints/door.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import type { DrawnChanges } from '../data/charts.ts';
import { checkQuery, type DoorInput, drawCheck, type useApplyDoor } from '../data/doors.ts';
import { isChanged, matchingNow } from '../http/changed.ts';
import { asCheck } from '../http/checks.ts';
import { createUuid } from '../http/event-id.ts';
import { isPassing, isRefusal } from '../http/http-error.ts';
import { useRequest } from '../services/request.ts';
import { useSettled } from '../ui/hooks/use-settled.ts';
import { useStableCallback } from '../ui/hooks/use-stable-callback.ts';
import { changedText } from './changed-text.ts';

/** The changes of a form. */
export interface ChangeSetOptions {
  instanceId: number;
  door: Door;
  apply: ReturnType<typeof useApplyDoor>;
  /** While its dialog closes, and while changes are applied, nothing is checked. */
  isOpen: boolean;
  /** Items that are not changed although they match. */
  excluded?: readonly number[];
  /** The number of items that matched when they were selected, and what to do if another number matches now. */
  matching?: { count: number | undefined; onMatching: (count: number) => void };
  /** The changes are applied, or go on by themselves. */
  onClose: () => void;
  onApplied: () => void;
}

const noIds: readonly number[] = [];

/** That items have changed, for one input; for all if undefined. */
interface Notice {
  text: string;
  input: string | undefined;
}

/**
 * Changes that a form makes through a door: their check, which is requested again after each change of the input, and their application.
 * Without an input, as long as the form is not valid, nothing is checked.
 */
export function useChangeSet(options: ChangeSetOptions, input: object | undefined) {
  const { isOpen, apply, matching } = options;
  const [notice, setNotice] = useState<Notice>();
  const [running, setRunning] = useState<Applied>();
  // By its text, as the form creates a new input with each key.
  const text = input && JSON.stringify(input);
  const settled = useSettled(text);
  const { changes, ...choices } = useChoices(options, settled);
  const { first, page, steps } = usePages(options, changes, isOpen && changes !== undefined && !apply.isPending);

  const isCurrent = text !== undefined && settled === text;
  const check = text === undefined ? undefined : first.data;
  const drawn = useDrawnChanges(options, changes, first.isPlaceholderData ? undefined : first.data?.fingerprint);
  const checked = isCurrent && !first.isPlaceholderData && !first.error ? check : undefined;

  /** The items are not those that were selected: says so, and checks again. */
  const changed = (error: unknown) => {
    const now = matchingNow(error);
    const isRecounted = matching !== undefined && now !== undefined && now !== matching.count;
    // The number of selected items is a part of the input.
    setNotice({ text: changedText(error, matching?.count), input: isRecounted ? undefined : text });
    if (isRecounted) matching.onMatching(now);
    else void first.refetch();
  };
  const changedMeanwhile = useEffectEvent(changed);
  const checkError = first.error;
  useEffect(() => {
    if (isChanged(checkError) && matchingNow(checkError) !== undefined) changedMeanwhile(checkError);
  }, [checkError]);

  const onRefused = (error: unknown) => {
    if (isChanged(error)) changed(error);
    // What a rule refuses now is in a new check.
    else if (isRefusal(error)) void first.refetch();
  };
  const send = useApplication(options, { onRefused, onRunning: setRunning });
  const run = useStableCallback(() => {
    if (!checked || !changes || apply.isPending) return;
    setNotice(undefined);
    send(changes, checked.fingerprint);
  });
  return {
    /** False without an input. */
    hasInput: text !== undefined,
    /** The check of these changes or, while it is loading, that of those before. */
    check,
    /** The check of these changes, once it is loaded. */
    checked,
    /** How these changes are drawn; undefined while there are none. */
    drawn,
    rows: text === undefined ? undefined : page.data?.rows,
    isPageStale: !isCurrent || page.isPlaceholderData,
    error: errorOf(apply, changes) ?? (isChanged(checkError) ? null : checkError),
    canRetry: checkError !== null && (!isRefusal(checkError) || isPassing(checkError)),
    retry: () => void first.refetch(),
    notice: notice && (notice.input ?? text) === text ? notice.text : undefined,
    isApplying: apply.isPending,
    /** Set while a job applies the changes. */
    running,
    run,
    ...choices,
    excludeRefused: () => choices.excludeRefused(check),
    steps,
  };
}

/** What the user has left out, and the changes without it; the changes of a text that is not settled yet are those before. */
function useChoices({ excluded: before = noIds }: ChangeSetOptions, text: string | undefined) {
  const [excluded, setExcluded] = useState(noIds);
  const [leavesOutRefused, setLeavesOutRefused] = useState(false);
  const changes = useMemo((): DoorInput | undefined => {
    if (text === undefined) return undefined;
    const leave_out = [...before, ...excluded];
    return {
      ...(JSON.parse(text) as object),
      ...(leave_out.length > 0 && { leave_out }),
      ...(leavesOutRefused && { leave_out_refused: true }),
    };
  }, [text, before, excluded, leavesOutRefused]);
  const exclude = (ids: readonly number[]) => setExcluded((before) => [...new Set([...before, ...ids])]);
  return {
    changes,
    /** True if the user has left something out. */
    isPart: excluded.length > 0 || leavesOutRefused,
    exclude,
    excludeRefused: (check: Checked | undefined) => {
      if (!leavesOutRefused) setLeavesOutRefused(true);
      // The server gives up after 50 rounds: leave out those that it still lists.
      else exclude(check?.refusals.sample.flatMap(({ id }) => id ?? []) ?? []);
    },
    includeAll: () => {
      setExcluded(noIds);
      setLeavesOutRefused(false);
    },
  };
}

interface ApplicationHandlers {
  onRefused: (error: unknown) => void;
  onRunning: (started: Applied | undefined) => void;
}

/** Sends changes with the fingerprint of their check, and closes the form once they are applied. */
function useApplication(
  { apply, onApplied, onClose }: ChangeSetOptions,
  { onRefused, onRunning }: ApplicationHandlers,
) {
  const keyOf = useRequestKey();
  const onStarted = (started: Applied) => {
    if (started.state === 'running') onRunning(started);
  };
  return (changes: DoorInput, fingerprint: string) =>
    apply.mutate(
      { input: changes, fingerprint, idempotencyKey: keyOf(JSON.stringify([changes, fingerprint])), onStarted },
      {
        onSuccess: ({ id }) => {
          onRunning(undefined);
          if (id !== null) onApplied();
          onClose();
        },
        onError: (error) => {
          onRunning(undefined);
          onRefused(error);
        },
      },
    );
}

/** Why changes could not be applied; that of other changes is no longer true. By their text, as the selection may have been read again. */
function errorOf({ error, variables }: ChangeSetOptions['apply'], changes: DoorInput | undefined): Error | null {
  if (!error || isChanged(error)) return null;
  return JSON.stringify(variables?.input) === JSON.stringify(changes) ? error : null;
}

/** The check of changes, page by page; the pages belong to one input. */
function usePages(
  { instanceId, door }: Pick<ChangeSetOptions, 'instanceId' | 'door'>,
  changes: DoorInput | undefined,
  isWanted: boolean,
) {
  const request = useRequest();
  const [pages, setPages] = useState({ changes, cursors: [] as readonly string[] });
  const cursors = pages.changes === changes ? pages.cursors : [];
  const cursor = cursors.at(-1) ?? null;
  const query = (at: string | null) => asCheck(checkQuery(request, instanceId, door, changes ?? noChanges, at));
  const first = useQuery({ ...query(null), enabled: isWanted });
  const other = useQuery({ ...query(cursor), enabled: isWanted && cursor !== null });
  const page = cursor === null ? first : other;
  const steps = {
    page: cursors.length,
    onPrevious: cursors.length > 0 ? () => setPages({ changes, cursors: cursors.slice(0, -1) }) : undefined,
    onNext: nextOf(page.data, (next) => setPages({ changes, cursors: [...cursors, next] })),
  };
  return { first, page, steps };
}

/** How changes are drawn once they are checked, and again after another check. */
function useDrawnChanges(
  { instanceId, door }: ChangeSetOptions,
  changes: DoorInput | undefined,
  fingerprint: string | undefined,
) {
  const request = useRequest();
  return useMemo(
    (): DrawnChanges | undefined =>
      changes && {
        about: fingerprint === undefined ? undefined : [door.check.path, changes, fingerprint],
        load: (chart, signal) => drawCheck(request, instanceId, door, changes, chart, signal),
      },
    [request, instanceId, door, changes, fingerprint],
  );
}

/** The key of a request: the same for the same changes, as the response to the first attempt may have been lost. */
function useRequestKey(): (body: string) => string {
  const sent = useRef({ body: '', key: '' });
  return (body) => {
    if (sent.current.body !== body) sent.current = { body, key: createUuid() };
    return sent.current.key;
  };
}

/** Changes that are being checked or applied. */
export type ChangeSetRun = ReturnType<typeof useChangeSet>;

/** Never sent: the query is disabled without an input. */
const noChanges: DoorInput = {};

const nextOf = (page: Checked | undefined, go: (cursor: string) => void) => {
  const next = page?.next_cursor;
  return next ? () => go(next) : undefined;
};
