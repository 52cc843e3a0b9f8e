import type { Deps } from '../../core/app/deps.ts';
import { AppError } from '../../core/base/errors.ts';
import type { Change, News } from '../../core/events/news.ts';
import type { Audience, ForEachOpen } from './live-broadcast.ts';
import { createPresenceNotices, presenceKind } from './presence-notices.ts';
import { type Announced, createPresenceStore } from './presence-store.ts';
import { tellPresence } from './presence-telling.ts';
import type { Reader } from './reader.ts';
import { concernsReader, mayOpen } from './reader-access.ts';
import { createStreamNames } from './stream-names.ts';

/** Milliseconds for which people stay after their stream has broken: another one has usually been opened by then. */
const stayFor = 5000;

/** Who has what open: told by consoles, spread among servers, and told to those who have the same open and may read it. */
export function createPresence(
  { database: { query }, news, clock, secrets }: Pick<Deps, 'database' | 'news' | 'clock' | 'secrets'>,
  { readers, joining }: Pick<Audience, 'readers' | 'joining'>,
) {
  const store = createPresenceStore(() => clock.now().getTime());
  const { server, spread, take, catchUp, lose, beat, clear } = createPresenceNotices(news, store);
  const names = createStreamNames(secrets);
  const leaving = new Map<string, { reader: Reader; timer: NodeJS.Timeout }>();

  const end = (name: string) => {
    clearTimeout(leaving.get(name)?.timer);
    leaving.delete(name);
    const isNews = store.of(server).some((one) => one.announced.stream === name || one.name === name);
    if (isNews) spread({ ended: name });
  };
  /** Whoever has just left, and may have lost access, may not come back. */
  const revoke = (change: Change) => {
    for (const [name, { reader }] of leaving) if (concernsReader(reader, change)) end(name);
  };

  /** Ends what was told with streams of this server by those who may not, or who have no stream any more. */
  const review = (byName: ReadonlyMap<string, Reader>) => {
    for (const { name, announced } of store.of(server)) {
      const { stream, account, instance, at } = announced;
      const reader = byName.get(stream);
      if (!reader) {
        if (!leaving.has(stream)) end(stream);
      } else if (reader.session.accountId !== account) end(name);
      // Of a stream that joins, the access is not known yet.
      else if (readers.has(reader) && at && !mayOpen(reader, instance, at.kind)) end(name);
    }
  };

  return {
    /** The name of a new stream of an account. */
    nameStream: (accountId: number) => names.create(server, accountId),
    /** Tells all servers what a console announces; throws for a stream that its account never had. */
    announce: (announced: Announced) => {
      if (!names.isOf(announced.stream, announced.account))
        throw new AppError('invalid', { fields: { stream: 'Name your own stream, by its message `hello`.' } });
      spread({ at: [announced] });
    },
    spread,
    catchUp,
    beat,
    follow: (one: News) => {
      if (one === 'events') return;
      if (one === 'lost') lose();
      else if ('topic' in one) {
        if (one.topic === 'access') revoke(one);
      } else if (one.kind === presenceKind) take(one.text);
    },
    /** Called when all readers have forgotten what they were told. */
    repeat: () => {
      for (const reader of readers) reader.lastSent.clear();
      store.touch();
    },
    /** Called when a stream has ended: of one who may not read any more at once, of others unless they open another one soon. */
    leave: (reader: Reader, isRefused: boolean) => {
      const { name } = reader;
      if (isRefused) end(name);
      else leaving.set(name, { reader, timer: setTimeout(() => end(name), stayFor).unref() });
    },
    /** Tells readers of the others at the same spot, if that has changed. */
    tell: async (forEachOpen: ForEachOpen) => {
      const byName = new Map([...readers, ...joining].map((reader) => [reader.name, reader]));
      review(byName);
      await tellPresence({ query, store, readers, byName }, forEachOpen);
    },
    clear: () => {
      for (const { timer } of leaving.values()) clearTimeout(timer);
      leaving.clear();
      clear();
    },
  };
}
