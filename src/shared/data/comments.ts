import {
  type Comment,
  comments,
  type NewThread,
  type Thread,
  type ThreadSubject,
} from '@quartermaster/contract/endpoints/comments.ts';
import { commentLimits } from '@quartermaster/contract/rules/comments.ts';
import {
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { keepUnder, queryKeys } from '../http/query-keys.ts';
import { type Request, useRequest } from '../services/request.ts';

/** A comment as it is sent. */
export interface TypedComment {
  text: string;
  mentions: number[];
}

const keyOfThreads = (instanceId: number) => queryKeys.instance.comments(instanceId, 'threads');

/** What people say in an instance. */
export const commentQueries = {
  /** The threads about something, oldest first. */
  threads: (request: Request, instanceId: number, of: ThreadSubject) =>
    queryOptions({
      queryKey: [...keyOfThreads(instanceId), of],
      queryFn: async ({ signal }): Promise<Thread[]> =>
        (await request(comments.list, { params: { instanceId }, query: of }, signal)).threads,
      meta: { title: 'Comments', quiet: true, isPart: true },
    }),
  /** The answers of a thread from its first one on, some at a time. */
  replies: (request: Request, instanceId: number, threadId: number) =>
    infiniteQueryOptions({
      queryKey: queryKeys.instance.comments(instanceId, 'replies', String(threadId)),
      queryFn: async ({ pageParam, signal }): Promise<Comment[]> => {
        const params = { instanceId, commentId: threadId };
        return (await request(comments.listReplies, { params, query: { after: pageParam } }, signal)).comments;
      },
      initialPageParam: threadId,
      getNextPageParam: (page) => (page.length < commentLimits.page ? undefined : page.at(-1)?.id),
      meta: { title: 'Comments', quiet: true, isPart: true },
    }),
  /** People who can be mentioned, by a part of their name. */
  people: (request: Request, instanceId: number, search: string) =>
    queryOptions({
      queryKey: [...queryKeys.instance.comments(instanceId, 'people'), search],
      queryFn: async ({ signal }) =>
        (await request(comments.listPeople, { params: { instanceId }, query: { search } }, signal)).people,
      placeholderData: keepUnder(queryKeys.instance.comments(instanceId, 'people')),
      meta: { title: 'People', quiet: true, isPart: true },
    }),
};

/** Puts a thread as the server has answered it into the lists that are loaded, so that it is shown at once. */
function putThread(queries: QueryClient, instanceId: number, of: ThreadSubject, thread: Thread) {
  queries.setQueryData<Thread[]>([...keyOfThreads(instanceId), of], (before) => {
    if (!before) return undefined;
    const isKnown = before.some(({ id }) => id === thread.id);
    return isKnown ? before.map((other) => (other.id === thread.id ? thread : other)) : [...before, thread];
  });
}

const sent = ({ text, mentions = [] }: TypedComment) => ({ text, ...(mentions.length > 0 && { mentions }) });

/** A comment to be written: the first about a target, an answer in a thread, or another text of one's own. */
export type CommentChange = TypedComment &
  ({ target: Omit<NewThread, 'text' | 'mentions'> } | { answers: number } | { edits: number });

// A refused change may be one of a comment that its author has deleted.
const metaOf = (instanceId: number) => ({
  invalidates: [queryKeys.instance.comments(instanceId), queryKeys.instance.overview(instanceId)],
  changesDespiteFailure: true,
});

/** Writes a comment in a thread about something. */
export function useWriteComment(instanceId: number, of: ThreadSubject) {
  const request = useRequest();
  const queries = useQueryClient();
  const params = (commentId: number) => ({ instanceId, commentId });
  return useMutation({
    mutationFn: ({ text, mentions, ...change }: CommentChange): Promise<Thread> => {
      if ('answers' in change)
        return request(comments.reply, { params: params(change.answers), body: sent({ text, mentions }) });
      if ('edits' in change) return request(comments.edit, { params: params(change.edits), body: { text, mentions } });
      return request(comments.create, {
        params: { instanceId },
        body: { ...change.target, ...sent({ text, mentions }) },
      });
    },
    onSuccess: (thread) => putThread(queries, instanceId, of, thread),
    meta: { of: 'writeComment', ...metaOf(instanceId) },
  });
}

/** Deletes one's own comment. */
export function useDeleteComment(instanceId: number) {
  const request = useRequest();
  return useMutation({
    mutationFn: (commentId: number) => request(comments.delete, { params: { instanceId, commentId } }),
    meta: { of: 'deleteComment', success: 'Comment deleted', ...metaOf(instanceId) },
  });
}

/** Resolves a thread about something, or opens it again. */
export function useResolveThread(instanceId: number, of: ThreadSubject) {
  const request = useRequest();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id, resolved }: { id: number; resolved: boolean }) =>
      request(comments.resolve, { params: { instanceId, commentId: id }, body: { resolved } }),
    onSuccess: (thread) => putThread(queries, instanceId, of, thread),
    meta: { of: 'resolveThread', ...metaOf(instanceId) },
  });
}

/** Notes that the user has seen a thread up to a comment. If that fails, the thread stays unread until it is seen again. */
export function useNoteRead(instanceId: number) {
  const request = useRequest();
  const queries = useQueryClient();
  return async ({ id, comments: said }: Thread): Promise<void> => {
    const last = said.at(-1);
    if (!last) return;
    try {
      await request(comments.read, { params: { instanceId, commentId: id }, body: { up_to: last.id } });
    } catch {
      return;
    }
    queries.setQueriesData<Thread[]>({ queryKey: keyOfThreads(instanceId) }, (threads) =>
      threads?.map((thread) =>
        thread.id === id && thread.comments.at(-1)?.id === last.id ? { ...thread, is_unread: false } : thread,
      ),
    );
    void queries.invalidateQueries({ queryKey: queryKeys.instance.comments(instanceId, 'counts') });
    void queries.invalidateQueries({ queryKey: queryKeys.instance.overview(instanceId) });
  };
}

/** Whether the user gets mails of mentions. */
export const mailQueries = {
  get: (request: Request) =>
    queryOptions({
      queryKey: queryKeys.account.mails,
      queryFn: ({ signal }) => request(comments.getMails, {}, signal),
      meta: { title: 'Mails', isPart: true },
    }),
};

/** Turns mails of mentions on or off. */
export function useSetMails() {
  const request = useRequest();
  return useMutation({
    mutationFn: (mentions: boolean) => request(comments.setMails, { body: { mentions } }),
    meta: { of: 'setMails', invalidates: [queryKeys.account.mails] },
  });
}

/** Turns mails of mentions off by the key of such a mail; the page shows failures itself. */
export function useStopMails() {
  const request = useRequest();
  return useMutation({
    mutationFn: (key: string) => request(comments.stopMails, { query: { key } }),
    meta: { of: 'stopMails', invalidates: [queryKeys.account.mails] },
  });
}
