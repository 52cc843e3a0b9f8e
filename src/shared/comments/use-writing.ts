import type { Thread } from '@quartermaster/contract/endpoints/comments.ts';
import { useState } from 'react';

/** An answer that is being written, or another text of a comment. */
interface Writing {
  threadId: number;
  /** The comment that is edited; undefined for an answer. */
  commentId: number | undefined;
  /** Whether its thread was among the open ones. */
  wasOpen: boolean;
}

/**
 * What is being written in threads, and the threads with those in which it is written: these stay where they are, also when somebody else
 * resolves or deletes them.
 */
export function useWriting(listed: readonly Thread[]) {
  const [all, setAll] = useState<readonly Writing[]>([]);
  const [last, setLast] = useState({ listed, deleted: [] as readonly Thread[] });
  const writtenIn = ({ id }: Thread) => all.filter(({ threadId }) => threadId === id);
  if (last.listed !== listed) {
    const ids = new Set(listed.map(({ id }) => id));
    const missing = [...last.listed, ...last.deleted].filter(({ id }) => !ids.has(id));
    setLast({ listed, deleted: missing.filter((thread) => writtenIn(thread).length > 0) });
  }
  const deleted = last.deleted.filter((thread) => writtenIn(thread).length > 0);
  const isOpen = (thread: Thread) =>
    thread.resolved === null || writtenIn(thread).some(({ commentId, wasOpen }) => commentId === undefined || wasOpen);
  return {
    /** By id, which is their order in time. */
    threads: deleted.length === 0 ? listed : [...listed, ...deleted].toSorted((a, b) => a.id - b.id),
    isDeleted: (thread: Thread) => deleted.includes(thread),
    isOpen,
    isWriting: (thread: Thread, commentId?: number) => writtenIn(thread).some((one) => one.commentId === commentId),
    setWriting: (thread: Thread, commentId: number | undefined, is: boolean) =>
      setAll((before) => [
        ...before.filter((one) => one.threadId !== thread.id || one.commentId !== commentId),
        ...(is ? [{ threadId: thread.id, commentId, wasOpen: isOpen(thread) }] : []),
      ]),
  };
}
