import type { LiveMessage } from '@quartermaster/contract/endpoints/live.ts';

/** A message, and the position after which another stream can go on. */
export interface Received {
  message: LiveMessage;
  position: number | undefined;
}

/**
 * Reads a stream of Server-Sent Events to its end; rejects if it breaks. `onAlive` is called with whatever arrives, and so with lines
 * that mean nothing, too.
 */
export async function readStream(
  response: Response,
  { onMessage, onAlive }: { onMessage: (received: Received) => void; onAlive: () => void },
): Promise<void> {
  const reader = response.body?.getReader();
  if (!reader) return;
  const decoder = new TextDecoder();
  let unread = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    onAlive();
    unread += decoder.decode(value, { stream: true });
    const blocks = unread.split('\n\n');
    unread = blocks.pop() ?? '';
    for (const received of blocks.flatMap(parse)) onMessage(received);
  }
}

function parse(block: string): Received[] {
  const data = /^data: (.+)$/m.exec(block)?.[1];
  if (data === undefined) return [];
  const id = /^id: (\d+)$/m.exec(block)?.[1];
  return [{ message: JSON.parse(data) as LiveMessage, position: id === undefined ? undefined : Number(id) }];
}
