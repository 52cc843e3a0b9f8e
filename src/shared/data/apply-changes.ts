import { type ChangeSet, changeSets } from '@quartermaster/contract/endpoints/change-sets.ts';
import { changeSetPath } from '@quartermaster/contract/paths.ts';
import { type QueryClient, type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ChangeName } from '../http/changes.ts';
import type { Done } from '../http/done.ts';
import { isRefusal } from '../http/http-error.ts';
import { contentChanged, contentDoubted } from '../http/query-keys.ts';
import type { ToastOffer } from '../http/query-meta.ts';
import { type Request, useRequest } from '../services/request.ts';
import { useServices } from '../services/services.ts';
import { changeSetQueries, failedChangeText } from './change-sets.ts';
import { keyOfAll } from './items.ts';
import type { ChangeSetScope, StartSync } from './sync/sync-scope.ts';
import { type FollowedQuery, isApplied, untilDone, whileMutating } from './until-applied.ts';

/** What has become of changes that were sent. */
export interface Applied {
  /** Their change set; `null` if nothing was changed, or they were cancelled. */
  id: number | null;
  /** The toast; none if undefined. */
  text: string | undefined;
  /** What the host is told. */
  done?: Done | undefined;
  /** What the toast offers before the undo. */
  offers?: readonly ToastOffer[];
  /** False if they cannot be undone, or are an undo themselves. */
  canUndo?: boolean;
}

/** The toast of changes that were cancelled while a job prepared them. */
export const cancelledText = 'Cancelled. Nothing was changed.';

/** The toast of changes that change nothing. */
export const unchangedText = 'Nothing has changed';

/** Waits for a job, for as long as its changes are waited for. */
export interface Waiting {
  /** Resolves to a change set once it is applied, to undefined if it was cancelled; rejects with the reason if it has failed. */
  follow: (changeSetId: number) => Promise<ChangeSet | undefined>;
  /** The same for what is not a change set yet: resolves to the answer of a query that is done. */
  wait: <Data, Key extends QueryKey>(
    query: FollowedQuery<Data, Key>,
    isDone: (answer: Data) => boolean,
  ) => Promise<Data>;
}

interface Door<Input, Answer extends Applied> {
  of: ChangeName;
  /** Sends the changes, and resolves once they are applied. */
  apply: (input: Input, waiting: Waiting) => Promise<Answer>;
  onError?: (error: Error, input: Input) => unknown;
  onSuccess?: (answer: Answer) => unknown;
  /** Called when it is known whether they are applied. */
  onSettled?: () => unknown;
}

/** True for what was only checked. */
const isNothing = ({ id, text }: Applied): boolean => id === null && text === undefined;

function waitingFor(queries: QueryClient, request: Request, instanceId: number, input: unknown): Waiting {
  const wait: Waiting['wait'] = (query, isDone) =>
    untilDone(queries, query, isDone, whileMutating(queries, { predicate: ({ state }) => state.variables === input }));
  return {
    wait,
    follow: async (changeSetId) => {
      const query = changeSetQueries.get(request, instanceId, changeSetId);
      const last = await wait(query, ({ state }) => state !== 'running');
      return isApplied({ state: last.state, failure: failedChangeText(last) }) ? last : undefined;
    },
  };
}

/**
 * Applies changes as one change set, through whatever feature, and succeeds once all of them are applied; then everything that shows content is
 * loaded again.
 */
export function useContentChange<Input, Answer extends Applied>(
  instanceId: number,
  { of, apply, ...handlers }: Door<Input, Answer>,
  undo?: (changeSetId: number) => ToastOffer,
) {
  const request = useRequest();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (input: Input) => apply(input, waitingFor(queries, request, instanceId, input)),
    ...handlers,
    meta: {
      of,
      success: (answer) => (answer as Answer).text,
      offer: (answer) => {
        const { id, offers = [], canUndo = true } = answer as Answer;
        const offer = id !== null && canUndo ? undo?.(id) : undefined;
        return offer ? [...offers, offer] : offers;
      },
      done: (answer) => (answer as Answer).done,
      // What is open is loaded again: a part that shows a removed item would keep showing it.
      removes: (answer) =>
        (answer as Answer).id === null ? [] : [{ queryKey: keyOfAll('get', instanceId), type: 'inactive' }],
      // Also after a failure: what was shown may be why it was refused, or the answer was lost.
      changesDespiteFailure: true,
      invalidates: (_, answer) => {
        if (answer === undefined) return [contentDoubted];
        return isNothing(answer as Answer) ? [] : [contentChanged];
      },
    },
  });
}

/** {@link useContentChange}, with an undo in the toast. */
export function useUndoableChange<Input, Answer extends Applied>(instanceId: number, door: Door<Input, Answer>) {
  const undo = useUndoChangeSet(instanceId);
  return useContentChange(instanceId, door, (id) => ({ label: 'Undo', run: () => undo.mutate(undoAtOnce(id)) }));
}

interface UndoChangeSet extends StartSync<ChangeSetScope> {
  /** If it has to be decided, or is not possible, the page of the changes is opened, which shows why. */
  opensPage?: boolean;
}

/** Undoes changes, and succeeds once everything is restored. */
export function useUndoChangeSet(instanceId: number) {
  const request = useRequest();
  const { follow: open } = useServices();
  const apply = async ({ scope, about, success, onStarted }: UndoChangeSet, { follow }: Waiting): Promise<Applied> => {
    const { note: _, seen: fingerprint, ...decided } = about;
    const body = { ...decided, ...(fingerprint !== undefined && { fingerprint }) };
    const { changeSetId } = scope;
    const { id, state } = await request(changeSets.undo, { params: { instanceId, changeSetId }, body });
    onStarted();
    if (id === null) return { id, text: unchangedText };
    const isApplied = state === 'applied' || (await follow(id)) !== undefined;
    return isApplied ? { id, text: success } : { id: null, text: cancelledText };
  };
  const onError = (error: Error, { scope: { changeSetId }, opensPage }: UndoChangeSet) => {
    if (opensPage && isRefusal(error)) open(changeSetPath(changeSetId, instanceId, { isUndoing: true }), true);
  };
  // It is undone in turn on the page of the changes.
  return useContentChange(instanceId, { of: 'undoChangeSet', apply, onError });
}

/** The undo of changes right away, without a dialog. */
export const undoAtOnce = (changeSetId: number): UndoChangeSet => ({
  scope: { kind: 'change-set', changeSetId },
  about: {},
  success: 'The changes were undone',
  onStarted: () => undefined,
  opensPage: true,
});
