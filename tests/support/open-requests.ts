import type { App } from '../../server/core/app/deps.ts';
import { eventually } from './eventually.ts';

/** This worker’s open requests: their methods and addresses. */
const open = new Map<Promise<unknown>, string>();

/** Records a request until it is answered. */
export function rememberRequest<T>(answer: Promise<T>, name: string): Promise<T> {
  const forget = () => open.delete(answer);
  open.set(answer, name);
  answer.then(forget, forget);
  return answer;
}

/** The server itself, with its requests recorded until they are answered. */
export function rememberRequests(app: App): App {
  const inject = app.inject.bind(app) as (options: RequestInput) => Promise<unknown>;
  app.inject = ((options: RequestInput) => rememberRequest(inject(options), nameOf(options))) as App['inject'];
  return app;
}

type RequestInput = string | { method?: string; url?: unknown };

const nameOf = (request: RequestInput) =>
  typeof request === 'string' ? `GET ${request}` : `${request.method ?? 'GET'} ${String(request.url)}`;

/** True if no request is pending. */
export const areAnswered = (): boolean => open.size === 0;

/**
 * Waits until no request is pending: requests of one test must not write into the tables of the next. It uses real time,
 * even if the clock of a test is stopped. Resolves to whether one was pending.
 */
export async function untilAnswered(options: { timeout?: number } = {}): Promise<boolean> {
  if (areAnswered()) return false;
  await eventually(
    () => {
      if (!areAnswered()) throw new Error(`still open: ${[...open.values()].join(', ')}`);
    },
    { interval: 5, ...options },
  );
  return true;
}
