import type { App } from '../../server/core/app/deps.ts';
import { eventually } from './eventually.ts';

/** What this worker has asked and what has not been answered yet: its method and address. */
const open = new Map<Promise<unknown>, string>();

/** Remembers a request until it is answered. */
export function rememberRequest<T>(answer: Promise<T>, name: string): Promise<T> {
  const forget = () => open.delete(answer);
  open.set(answer, name);
  answer.then(forget, forget);
  return answer;
}

/** The server itself, with what it is asked remembered until it has answered. */
export function rememberRequests(app: App): App {
  const inject = app.inject.bind(app) as (options: Asked) => Promise<unknown>;
  app.inject = ((options: Asked) => rememberRequest(inject(options), nameOf(options))) as App['inject'];
  return app;
}

type Asked = string | { method?: string; url?: unknown };

const nameOf = (asked: Asked) =>
  typeof asked === 'string' ? `GET ${asked}` : `${asked.method ?? 'GET'} ${String(asked.url)}`;

/**
 * Waits until nothing is under way: what one test has left behind must not write into the tables of the next one. It is
 * real time, also where the clock of a test stands still.
 */
export async function untilAnswered(options: { timeout?: number } = {}): Promise<void> {
  if (open.size === 0) return;
  await eventually(
    () => {
      if (open.size > 0) throw new Error(`still open: ${[...open.values()].join(', ')}`);
    },
    { interval: 5, ...options },
  );
}
