import type { LiveMessage } from '@quartermaster/contract/endpoints/live.ts';
import { eventually } from './eventually.ts';

/** What a stream has sent: the message, and the position in its id. */
export interface ReadMessage {
  message: LiveMessage;
  position: number | undefined;
}

/** A reader of a stream over the network. */
export interface LiveReader {
  status: number;
  headers: Headers;
  /** All messages until now. */
  messages: ReadMessage[];
  /** The lines that mean nothing. */
  heartbeats: () => number;
  hasEnded: () => boolean;
  /** Waits for a message, and returns the first one that fits. */
  until: (fits: (message: LiveMessage) => boolean) => Promise<ReadMessage>;
  close: () => void;
}

/** Opens a stream, over the network by default. */
export async function readLive(
  url: string,
  headers: Record<string, string>,
  fetch: typeof globalThis.fetch = globalThis.fetch,
): Promise<LiveReader> {
  const ending = new AbortController();
  const response = await fetch(url, { headers, signal: ending.signal });
  const messages: ReadMessage[] = [];
  let beats = 0;
  let hasEnded = false;
  const read = async () => {
    let unread = '';
    const decoder = new TextDecoder();
    for await (const bytes of response.body ?? []) {
      unread += decoder.decode(bytes, { stream: true });
      const blocks = unread.split('\n\n');
      unread = blocks.pop() ?? '';
      for (const block of blocks) {
        const data = /^data: (.*)$/m.exec(block)?.[1];
        const id = /^id: (\d+)$/m.exec(block)?.[1];
        if (data === undefined) beats += 1;
        else
          messages.push({
            message: JSON.parse(data) as LiveMessage,
            position: id === undefined ? undefined : Number(id),
          });
      }
    }
  };
  void read()
    .catch(() => {})
    .finally(() => {
      hasEnded = true;
    });
  return {
    status: response.status,
    headers: response.headers,
    messages,
    heartbeats: () => beats,
    hasEnded: () => hasEnded,
    until: (fits) =>
      eventually(
        () => {
          const found = messages.find(({ message }) => fits(message));
          if (!found) throw new Error(`Not among ${JSON.stringify(messages)}`);
          return found;
        },
        { interval: 5 },
      ),
    close: () => ending.abort(),
  };
}
