import type { Session } from './session.ts';

/**
 * Sends a call that needs the session; after a 401 once more if the session can be recovered. A second 401 ends the
 * session.
 */
export async function recovering(session: Session, call: () => Promise<Response>): Promise<Response> {
  const first = await call();
  if (first.status !== 401 || !(await session.recover())) return first;
  const second = await call();
  if (second.status === 401) session.expire();
  return second;
}
