import type { EditedField, PresentPerson } from '@quartermaster/contract/endpoints/live.ts';
import { type Spot, spotKey } from '@quartermaster/contract/presence-spots.ts';

/** The consoles of an account that are known at once; the one that told least recently makes room. */
const mostConsoles = 20;

/** Milliseconds for which a field counts after its last key: a console tells of keys every 10 s, and takes the field back after 30 s without one. */
const fieldFor = 40_000;

/** Milliseconds after which a server that tells nothing counts as stopped; also for how long it is remembered that somebody has left. */
const silentFor = 60_000;

/** What a console has told of its user, as servers tell each other: ids and positions only. */
export interface Announced {
  account: number;
  console: string;
  stream: string;
  turn: number;
  instance: number;
  /** Undefined once the user has left. */
  at?: Spot;
  field?: EditedField;
}

interface Entry {
  announced: Announced;
  /** Of the console. */
  name: string;
  area: string;
  /** The key of the spot. */
  spot: string | undefined;
  /** When it told something last. */
  toldAt: number;
}

/** What is told of a spot: those who are there, and those who edit there from elsewhere. */
export type Present = Omit<PresentPerson, 'name'>;

/** The spots that concern each other: items are edited in their forms and in the grid of their list. */
const areaOf = (instance: number, { kind, template_id }: Spot): string =>
  spotKey({ kind: kind === 'item' ? 'list' : kind, ...(template_id !== undefined && { template_id }) }) +
  ` ${instance}`;

const nameOf = ({ account, console: name }: Pick<Announced, 'account' | 'console'>): string => `${account} ${name}`;

const fieldOf = ({ announced: { field }, toldAt }: Entry, now: number): EditedField | undefined =>
  toldAt + fieldFor > now ? field : undefined;

/** The server that has a stream. */
export const serverOf = (stream: string): string => stream.slice(0, stream.indexOf('.'));

/** Who has what open, as far as this server has been told; `now` is in milliseconds. */
export function createPresenceStore(now: () => number) {
  const entries = new Map<string, Entry>();
  const areas = new Map<string, Set<Entry>>();
  /** When each other server was heard of last. */
  const servers = new Map<string, number>();
  const changed = new Set<string>();
  const announcedStreams = new Set<string>();

  const remove = (entry: Entry) => {
    entries.delete(entry.name);
    const others = areas.get(entry.area);
    if (!others?.delete(entry)) return;
    changed.add(entry.area);
    if (others.size === 0) areas.delete(entry.area);
  };
  const removeIf = (isRemoved: (entry: Entry) => boolean) => {
    for (const entry of [...entries.values()]) if (isRemoved(entry)) remove(entry);
  };
  const forgetServers = (isForgotten: (server: string) => boolean) =>
    removeIf(({ announced: { at, stream } }) => at !== undefined && isForgotten(serverOf(stream)));
  const makeRoom = (account: number) => {
    const same = [...entries.values()].filter(({ announced }) => announced.account === account);
    if (same.length < mostConsoles) return;
    const oldest = same.find(({ announced }) => !announced.at) ?? same[0];
    if (oldest) remove(oldest);
  };
  return {
    /** Notes what a console has told, unless something newer of it is known. */
    put: (announced: Announced) => {
      const { account, at, instance, stream, turn } = announced;
      const name = nameOf(announced);
      const before = entries.get(name);
      if (before && before.announced.turn >= turn) return;
      if (before) remove(before);
      else makeRoom(account);
      const area = at ? areaOf(instance, at) : '';
      const entry = { announced, name, area, spot: at && spotKey(at), toldAt: now() };
      entries.set(name, entry);
      const server = serverOf(stream);
      if (!servers.has(server)) servers.set(server, now());
      if (!at) return;
      areas.set(area, (areas.get(area) ?? new Set()).add(entry));
      changed.add(area);
      announcedStreams.add(stream);
    },
    /** Forgets what was told with a stream, or by one console. */
    end: (ended: string) => removeIf(({ announced, name }) => announced.stream === ended || name === ended),
    noteServer: (server: string) => servers.set(server, now()),
    /** Forgets who is somewhere by the streams of these servers. */
    forgetServers,
    /** Forgets what has not been heard of for too long, but nothing of this server. */
    sweep: (self: string) => {
      const silent = new Set<string>();
      for (const [server, heardAt] of servers) if (server !== self && heardAt + silentFor <= now()) silent.add(server);
      for (const server of silent) servers.delete(server);
      forgetServers((server) => silent.has(server));
      removeIf(({ announced: { at }, toldAt }) => !at && toldAt + silentFor <= now());
    },
    /** Notes which fields do not count any more. */
    expire: () => {
      for (const entry of entries.values())
        if (entry.announced.field && !fieldOf(entry, now())) {
          delete entry.announced.field;
          changed.add(entry.area);
        }
    },
    /** Who is somewhere by what was told with the streams of a server, with the names of their consoles. */
    of: (server: string): { announced: Announced; name: string }[] =>
      [...entries.values()].filter(({ announced: { at, stream } }) => at && serverOf(stream) === server),
    /** Notes that what an account shows may be another; of all accounts if omitted. */
    touch: (account?: number) => {
      for (const { announced, area } of entries.values())
        if (announced.at && (account === undefined || announced.account === account)) changed.add(area);
    },
    /** The areas that have changed since they were taken, and the streams of consoles that have told something. */
    takeChanged: () => {
      const taken = { areas: [...changed], streams: new Set(announcedStreams) };
      changed.clear();
      announcedStreams.clear();
      return taken;
    },
    /** Everyone in these areas. */
    in: (names: readonly string[]): Announced[] =>
      names.flatMap((area) => [...(areas.get(area) ?? [])].map(({ announced }) => announced)),
    /** Who is at a spot, or edits there, in the same order on every server. */
    at: (instance: number, spot: Spot): Present[] => presentAt(spot, areas.get(areaOf(instance, spot)) ?? [], now()),
    clear: () => {
      for (const all of [entries, areas, servers, changed, announcedStreams]) all.clear();
    },
  };
}

/** Those among the consoles of an area who are at a spot, or edit there. */
function presentAt(spot: Spot, entries: Iterable<Entry>, now: number): Present[] {
  const key = spotKey(spot);
  const people = new Map<number, Present>();
  for (const entry of entries) {
    const { account } = entry.announced;
    const isHere = entry.spot === key;
    const field = fieldOf(entry, now);
    const fields = field && (spot.kind === 'list' || field.item_id === spot.item_id) ? [field] : [];
    if (!isHere && fields.length === 0) continue;
    const known = people.get(account);
    people.set(account, {
      id: account,
      is_here: isHere || known?.is_here === true,
      fields: [...(known?.fields ?? []), ...fields],
    });
  }
  return [...people.values()].sort((one, other) => one.id - other.id);
}

/** Who has what open. */
export type PresenceStore = ReturnType<typeof createPresenceStore>;
