import type { LivePresence, PresentPerson } from '@quartermaster/contract/endpoints/live.ts';
import { type Spot, spotKey } from '@quartermaster/contract/presence-spots.ts';
import type { Query } from '../../core/database/database.ts';
import type { ForEachOpen } from './live-broadcast.ts';
import { readShownNames } from './presence-repository.ts';
import type { PresenceStore } from './presence-store.ts';
import { type Reader, sendText, textOf } from './reader.ts';
import { mayOpen } from './reader-access.ts';

/** The people who are named at once. */
const mostPeople = 50;

interface Telling {
  query: Query;
  store: PresenceStore;
  readers: ReadonlySet<Reader>;
  /** Also those who join. */
  byName: ReadonlyMap<string, Reader>;
}

/** Tells readers of the others at the same spot, if that has changed. */
export async function tellPresence(
  { query, store, readers, byName }: Telling,
  forEachOpen: ForEachOpen,
): Promise<void> {
  store.expire();
  const { areas, streams } = store.takeChanged();
  if (areas.length === 0) return;
  for (const stream of streams) byName.get(stream)?.lastSent.clear();
  const here = store.in(areas);
  const byReader = Map.groupBy(here, ({ stream }) => byName.get(stream));
  const concerned = [...byReader.keys()]
    .filter((reader) => reader !== undefined)
    .filter((reader) => readers.has(reader));
  if (concerned.length === 0) return;
  try {
    const names = await readShownNames(query, [...new Set(here.map(({ account }) => account))]);
    const peopleAt = createPeopleAt(store, names);
    await forEachOpen(concerned, (reader) => {
      for (const { instance, at } of byReader.get(reader) ?? [])
        if (at && mayOpen(reader, instance, at.kind)) tellReader(reader, instance, at, peopleAt);
    });
  } catch (error) {
    store.touch();
    throw error;
  }
}

type PeopleAt = (instance: number, at: Spot) => readonly PresentPerson[];

/** Those at a spot who have a name here: read once for all who are there, as each of them is told of all others. */
function createPeopleAt(store: PresenceStore, names: ReadonlyMap<number, string>): PeopleAt {
  const read = new Map<string, readonly PresentPerson[]>();
  return (instance, at) => {
    const key = keyOf(instance, at);
    const people =
      read.get(key) ??
      store.at(instance, at).flatMap(({ id, is_here, fields }): PresentPerson[] => {
        const name = names.get(id);
        return name === undefined ? [] : [{ id, name, is_here, fields }];
      });
    read.set(key, people);
    return people;
  };
}

/** Tells a reader of the others at a spot, if it was not told the same before. */
function tellReader(reader: Reader, instance: number, at: Spot, peopleAt: PeopleAt): void {
  const others = peopleAt(instance, at).filter(({ id }) => id !== reader.session.accountId);
  const message: LivePresence = {
    type: 'presence',
    instance_id: instance,
    at,
    count: others.filter(({ is_here }) => is_here).length,
    people: firstOf(others),
  };
  const text = textOf(message);
  const key = keyOf(instance, at);
  if (reader.lastSent.get(key) === text) return;
  reader.lastSent.set(key, text);
  sendText(reader, text);
}

const keyOf = (instance: number, at: Spot): string => `${instance} ${spotKey(at)}`;

/** As many people as one message names, those who edit before others. */
function firstOf(people: PresentPerson[]): PresentPerson[] {
  if (people.length <= mostPeople) return people;
  const isEditing = ({ fields }: PresentPerson) => fields.length > 0;
  const chosen = new Set([...people.filter(isEditing), ...people].slice(0, mostPeople));
  return people.filter((one) => chosen.has(one));
}
