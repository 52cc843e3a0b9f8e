import type { ThreadSubject } from '@quartermaster/contract/endpoints/comments.ts';
import { useDeleteComment, useResolveThread, useWriteComment } from '../data/comments.ts';

/** What can be done to the threads about something. */
export function useThreadChanges(instanceId: number, of: ThreadSubject) {
  const write = useWriteComment(instanceId, of);
  const remove = useDeleteComment(instanceId);
  const resolve = useResolveThread(instanceId, of);
  return { write, remove, resolve };
}

export type ThreadChanges = ReturnType<typeof useThreadChanges>;
