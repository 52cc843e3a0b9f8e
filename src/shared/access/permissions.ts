import type { Output } from '@quartermaster/contract/endpoints/endpoint.ts';
import type { instances } from '@quartermaster/contract/endpoints/instances.ts';
import { type QueryClient, type QueryKey, QueryObserver, useQuery, useQueryClient } from '@tanstack/react-query';
import { atom, type createStore, useAtomValue } from 'jotai';
import { useEffect } from 'react';
import { instanceQueries } from '../data/instances.ts';
import { isRefusal } from '../http/http-error.ts';
import { type Request, useRequest } from '../services/request.ts';
import { activeInstanceAtom } from './active-instance.ts';
import { isAccessTaken } from './is-access-taken.ts';

type Answer = Output<typeof instances.getPermissions>;

/** The user's permissions in an instance, as far as the server has answered. */
export interface InstancePermissions {
  /** 0 if no instance is active. */
  instanceId: number;
  /** The last answer; `undefined` before the first one, and after the server has refused. */
  answer: Answer | undefined;
  /** False until the server has answered or refused; a failed call is no answer. */
  isKnown: boolean;
  /** True once the server has refused access to the instance. */
  isTaken: boolean;
}

type Store = ReturnType<typeof createStore>;

interface Source {
  request: Request;
  queries: QueryClient;
}

const sourceAtom = atom<Source | null>(null);

/** The query's result for the active instance; another instance has another observer, so that no result is carried over. */
const resultOf = (isRequesting: boolean) =>
  atom((get) => {
    const instanceId = Math.max(0, get(activeInstanceAtom));
    const source = get(sourceAtom);
    if (!source) return atom(permissionsFrom(instanceId, unanswered));
    const options = instanceQueries.permissions(source.request, instanceId);
    const observer = new QueryObserver(source.queries, {
      ...options,
      ...(isRequesting ? {} : { enabled: false }),
      // `retryPermissions` requests them again.
      retryOnMount: false,
    });
    const current = () => permissionsFrom(instanceId, observer.getCurrentResult());
    const resultAtom = atom<InstancePermissions>(current());
    resultAtom.onMount = (set) => {
      const update = () => set((before) => (isSame(before, current()) ? before : current()));
      const stop = observer.subscribe(update);
      update();
      return stop;
    };
    return resultAtom;
  });

const knownResultAtom = resultOf(false);
const requestedResultAtom = resultOf(true);

/** Like {@link permissionsAtom}, without requesting them: for components that also render while nobody is signed in. */
export const knownPermissionsAtom = atom((get): InstancePermissions => get(get(knownResultAtom)));

/**
 * The user's permissions in the active instance: the one source of guards, `<Can>` and menus. They are requested while the atom is read; as
 * soon as another instance becomes active, the atom has that instance's permissions, or none.
 */
export const permissionsAtom = atom((get): InstancePermissions => {
  get(get(requestedResultAtom));
  return get(knownPermissionsAtom);
});

/** Feeds the permissions of a console's store from its query client; returns a function that stops it. */
export function feedPermissions(store: Store, source: Source): () => void {
  store.set(sourceAtom, source);
  const stops = [
    // Always up to date, so that a screen that mounts later never starts with an earlier answer.
    store.sub(knownPermissionsAtom, () => undefined),
    store.sub(activeInstanceAtom, () => retryPermissions(store)),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/**
 * Requests the active instance's permissions again if their request has failed. For each page and instance that opens;
 * a control that mounts late on the failed page must not start a second round of retries.
 */
export function retryPermissions(store: Store): void {
  const source = store.get(sourceAtom);
  if (!source) return;
  const options = instanceQueries.permissions(source.request, store.get(activeInstanceAtom));
  if (hasFailed(source.queries, options.queryKey)) void source.queries.prefetchQuery(options);
}

/** True if the last request has failed and there is no earlier answer. */
function hasFailed(queries: QueryClient, queryKey: QueryKey): boolean {
  const state = queries.getQueryState(queryKey);
  return state?.status === 'error' && state.data === undefined;
}

/** The user's permissions in the active instance; refetches stale ones on mount, unless their request has failed. */
export function usePermissions(): InstancePermissions {
  const permissions = useAtomValue(permissionsAtom);
  const { instanceId } = permissions;
  const queries = useQueryClient();
  const request = useRequest();
  useEffect(() => {
    const options = instanceQueries.permissions(request, instanceId);
    if (instanceId > 0 && !hasFailed(queries, options.queryKey)) void queries.prefetchQuery(options);
  }, [instanceId, queries, request]);
  return permissions;
}

/** The user's permissions in any instance: for the active one those of {@link usePermissions}. */
export function usePermissionsIn(instanceId: number): InstancePermissions {
  const active = usePermissions();
  const isActive = active.instanceId === instanceId;
  const other = useQuery(instanceQueries.permissions(useRequest(), isActive ? 0 : instanceId));
  return isActive ? active : permissionsFrom(instanceId, other);
}

interface Result {
  data: Answer | undefined;
  error: Error | null;
}

const unanswered: Result = { data: undefined, error: null };

function permissionsFrom(instanceId: number, { data, error }: Result): InstancePermissions {
  const isTaken = isAccessTaken(error);
  const isKnown = instanceId === 0 || data !== undefined || isRefusal(error);
  // After access was lost, the query still has the previous answer.
  return { instanceId, answer: isTaken ? undefined : data, isKnown, isTaken };
}

/** No instance: known to have no permissions. */
export const noPermissions: InstancePermissions = permissionsFrom(0, unanswered);

const isSame = (one: InstancePermissions, other: InstancePermissions): boolean =>
  one.answer === other.answer && one.isKnown === other.isKnown && one.isTaken === other.isTaken;
