import { hashKey, type Mutation, type Query, type QueryClient } from '@tanstack/react-query';
import { decidesAccess } from '../shared/http/query-meta.ts';
import type { KeptAnswer, KeptAnswers } from '../shared/kept-answers/kept-answers.ts';
import { openMemoryAnswers } from '../shared/kept-answers/memory-answers.ts';
import type { Session } from '../shared/session/session.ts';
import type { ConsoleProps } from './context/console-props.ts';

/** How long a page rests before its answers are kept, in milliseconds: several that arrive together are kept once. */
const rest = 100;

interface KeepOptions {
  queries: QueryClient;
  kept: KeptAnswers;
  /** The current path and query within the console. */
  path: () => string;
}

interface KeepingOptions extends Omit<KeepOptions, 'kept'> {
  props: Pick<ConsoleProps, 'apiBase' | 'kept' | 'mounts'>;
  session: Session;
}

/** Restores the kept answers of the first page, and keeps those of each page from then on. */
export function startKeeping({ props, session, queries, path }: KeepingOptions) {
  let answers: KeptAnswers | undefined;
  let keeping: ReturnType<typeof keepAnswers> | undefined;
  let hasEnded = false;
  const begin = (kept: KeptAnswers, restored: readonly KeptAnswer[]) => {
    answers = kept;
    restoreAnswers(queries, restored);
    keeping = keepAnswers({ queries, kept, path });
  };
  const beginInMemory = async ({ slots, name }: NonNullable<ConsoleProps['mounts']>) => {
    const user = await session.user();
    if (hasEnded) return;
    const kept = openMemoryAnswers(slots, name, props.apiBase, user);
    if (!kept) return;
    const restored = await kept.read(path());
    // It may have ended in the meantime, and with it the permission to show them.
    if (hasEnded) return;
    begin(
      keptWhile(async () => (await session.user()) === user, kept),
      restored,
    );
  };
  if (props.kept) begin(props.kept.answers, props.kept.restored);
  else if (props.mounts) void beginInMemory(props.mounts);
  return {
    /** The session has ended, or belongs to another account: what is kept is removed, and nothing is kept from now on. */
    close: () => {
      hasEnded = true;
      answers?.close();
      // It may end before its user is known, and so before there are answers to close.
      props.mounts?.slots.clear();
      props.mounts?.slots.onErased();
    },
    /** The console is about to be removed: what it shows is kept at once. */
    leave: () => {
      keeping?.keep();
      answers?.leave(path());
    },
    stop: () => {
      hasEnded = true;
      keeping?.stop();
    },
  };
}

/** Keeps answers only while `isSame`; a host may supply a token of somebody else. */
const keptWhile = (isSame: () => Promise<boolean>, kept: KeptAnswers): KeptAnswers => ({
  ...kept,
  write: async (path, page) => {
    if (await isSame()) await kept.write(path, page);
    else kept.close();
  },
});

/** Shows kept answers until the server has answered: each of them is stale, whatever its age. */
function restoreAnswers(queries: QueryClient, answers: readonly KeptAnswer[]): void {
  for (const { queryKey, data, at } of answers) {
    if (queries.getQueryData(queryKey) !== undefined) continue;
    queries.setQueryData(queryKey, data, { updatedAt: at });
    queries.getQueryCache().get(hashKey(queryKey))?.invalidate();
  }
}

/** Keeps the answers of each page that is shown; erases them when what the user may do has changed. */
function keepAnswers({ queries, kept, path }: KeepOptions) {
  const cache = queries.getQueryCache();
  const access = new Map<string, unknown>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let idle: number | undefined;
  const cancel = () => {
    clearTimeout(timer);
    if (idle !== undefined) cancelIdleCallback(idle);
    idle = undefined;
  };

  const keep = () => {
    const all = cache.getAll().filter(({ meta }) => meta?.kept !== undefined);
    if (all.some(({ state }) => state.fetchStatus !== 'idle')) return;
    const of = (part: 'page' | 'everywhere') => all.filter((query) => query.meta?.kept === part && isTrue(query));
    void kept.write(path(), {
      own: of('page')
        .filter((query) => query.isActive())
        .map(toKept),
      shared: of('everywhere').map(toKept),
    });
  };
  /** The structure of an answer is shared with the one before: the same object is the same answer. */
  const isAccessChanged = (query: Query) => {
    const { data } = query.state;
    const before = access.get(query.queryHash);
    access.set(query.queryHash, data);
    return before !== undefined && before !== data;
  };
  const unsubscribe = cache.subscribe(({ type, query }) => {
    if ((type !== 'updated' && type !== 'observerAdded') || query.meta?.kept === undefined) return;
    if (decidesAccess(query) && isTrue(query) && isAccessChanged(query)) kept.erase();
    cancel();
    timer = setTimeout(() => {
      // Safari has no idle callbacks.
      if ('requestIdleCallback' in window) idle = requestIdleCallback(keep);
      else keep();
    }, rest);
  });
  const stopDropping = dropChangedPages({ queries, kept, path });
  return {
    keep,
    stop: () => {
      cancel();
      unsubscribe();
      stopDropping();
    },
  };
}

/** A page is not shown again with what it was before a change that was made on it; the change may leave the page. */
function dropChangedPages({ queries, kept, path }: KeepOptions): () => void {
  const madeOn = new Map<Mutation, string>();
  return queries.getMutationCache().subscribe((event) => {
    if (event.type !== 'updated') return;
    const { mutation, action } = event;
    if (action.type === 'pending') madeOn.set(mutation, path());
    const page = madeOn.get(mutation);
    if (page === undefined || (action.type !== 'success' && action.type !== 'error')) return;
    madeOn.delete(mutation);
    if (action.type === 'success') kept.drop(page);
  });
}

/** True for an answer that the server has given to this console: a restored one counts as invalidated until then. */
const isTrue = ({ state }: Query): boolean =>
  state.status === 'success' && state.data !== undefined && !state.isInvalidated;

const toKept = ({ queryKey, state }: Query): KeptAnswer => ({
  queryKey,
  data: state.data,
  at: state.dataUpdatedAt,
});
