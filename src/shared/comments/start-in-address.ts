import type { PanelStart } from './comment-spot.ts';

/** Where an address opens the comments: at a thread (`?thread=12`), or as they are (`?comments`, `null`); undefined if it does not. */
export function startInAddress(search: string): PanelStart | null | undefined {
  const query = new URLSearchParams(search);
  const threadId = Number(query.get('thread'));
  if (Number.isSafeInteger(threadId) && threadId > 0) return { threadId };
  return query.has('comments') ? null : undefined;
}
