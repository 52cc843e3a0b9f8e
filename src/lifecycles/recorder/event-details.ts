import type { HostEvent } from '../../app/context/host-api.ts';

/** Ids of our own and of our server; that of a proxy may be any text. */
const errorId = /^[\da-f-]{16,36}$/i;

/** What is recorded of an event besides its type: only values from fixed sets, and the random id of an error. */
export function detailsOf(event: HostEvent): Record<string, string> {
  if (event.type === 'dirty') return { isDirty: String(event.isDirty) };
  if (event.type === 'scheme') return { colorScheme: event.colorScheme };
  if (event.type !== 'error') return {};
  const { phase, fatal, id } = event;
  return { phase, fatal: String(fatal), ...(errorId.test(id) ? { id } : {}) };
}
