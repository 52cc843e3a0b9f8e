import { type Announcement, type LivePresence, live } from '@quartermaster/contract/endpoints/live.ts';
import type { Spot } from '@quartermaster/contract/presence-spots.ts';
import { type LiveReader, readLive } from './live-reader.ts';
import { type Person, type TestServer, urlOf } from './server.ts';

/** A console that follows an instance, and tells what its user has open. */
export interface PresentConsole {
  reader: LiveReader;
  stream: string;
  /** Its name. */
  console: string;
  /** Tells it; resolves to the status of the answer. */
  announce: (at?: Spot, field?: Announcement['field'], changed?: Partial<Announcement>) => Promise<number>;
  /** What was said last of others; undefined before. */
  latest: () => LivePresence | undefined;
  /** The names of those who are there now. */
  here: () => string[] | undefined;
}

let consoles = 0;

interface Options {
  as: Person;
  instanceId?: number;
  /** Where the streams of the server are read; in this process if omitted. */
  url?: string;
}

/** Opens one. */
export async function openPresent(
  server: TestServer,
  { url, as, instanceId = server.studio.dev }: Options,
): Promise<PresentConsole> {
  const browser = server.browser();
  browser.follows = true;
  const reader = await readLive(
    (url ?? '') + urlOf(live.follow, { query: { instances: String(instanceId) } }),
    { authorization: server.bearer(as) },
    url === undefined ? browser.fetch : undefined,
  );
  const { message } = await reader.until(({ type }) => type === 'hello');
  const stream = (message.type === 'hello' && message.stream) || '';
  consoles += 1;
  const name = consoles.toString(16).padStart(32, '0');
  let turn = 0;
  const latest = () => reader.messages.flatMap(({ message: one }) => (one.type === 'presence' ? [one] : [])).at(-1);
  return {
    reader,
    stream,
    console: name,
    announce: async (at, field, changed) => {
      turn += 1;
      const body = { console: name, stream, turn, ...(at && { at }), ...(field && { field }), ...changed };
      return (await server.send(live.announce, { params: { instanceId }, body }, { as })).status;
    },
    latest,
    here: () => latest()?.people.flatMap(({ is_here, name: one }) => (is_here ? [one] : [])),
  };
}
