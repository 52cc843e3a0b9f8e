import { timingSafeEqual } from 'node:crypto';
import type { Deps } from '../../core/app/deps.ts';
import { defineJob } from '../../core/app/module.ts';
import type { Person } from '../../core/base/actor.ts';
import { AppError } from '../../core/base/errors.ts';
import { toThreadSubject } from '../../core/base/thread-subject.ts';
import type { Query } from '../../core/database/database.ts';
import type { InstanceCaller } from '../../core/session/access.ts';
import { findReaders } from './comment-readers.ts';
import { mentionLetter } from './letters.ts';
import {
  findMembers,
  listMentioned,
  lockMentioned,
  type MentionRow,
  takeMentions,
  writeMailed,
  writeMailsMentions,
} from './mention-repository.ts';
import { requireTarget } from './require-target.ts';

/** A person gets at most one mail of mentions in so many milliseconds. */
const betweenMails = 10 * 60_000;

/** Mails people what they were mentioned in. */
export const mentionMailsJob = defineJob({
  name: 'mention-mails',
  everySeconds: 60,
  isNeeded: async (deps) => (await listMentioned(deps.database.query, dueSince(deps))).length > 0,
  run: async (deps, _data, signal) => {
    for (const accountId of await listMentioned(deps.database.query, dueSince(deps))) {
      signal.throwIfAborted();
      await mailMentions(deps, accountId);
    }
  },
});

type Needs = Pick<Deps, 'database' | 'unit' | 'clock' | 'secrets'>;

const dueSince = ({ clock }: Pick<Needs, 'clock'>): Date => new Date(clock.now().getTime() - betweenMails);

/** Mails an account its mentions, as far as it may read them now. */
function mailMentions(deps: Needs, accountId: number): Promise<void> {
  return deps.unit(async ({ query, post }) => {
    const person = await lockMentioned(query, accountId, dueSince(deps));
    if (!person) return;
    const at = deps.clock.now();
    const mentions = await takeMentions(query, accountId, at);
    if (!person.mails_mentions) return;
    const threads = new Map<string, boolean>();
    for (const mention of mentions) {
      const key = keyOfThread(mention);
      if (!threads.has(key)) threads.set(key, await mayRead(query, accountId, mention, at));
    }
    const readable = mentions.filter((mention) => threads.get(keyOfThread(mention)));
    if (readable.length === 0) return;
    await writeMailed(query, accountId, at);
    await post(mentionLetter({ to: person.email, mentions: readable, key: keyOf(deps, accountId) }));
  });
}

/** Mentions in one thread and instance can be read by the same people. */
const keyOfThread = ({ thread_id, instance_id }: MentionRow): string => `${thread_id}.${instance_id}`;

async function mayRead(query: Query, accountId: number, mention: MentionRow, at: Date): Promise<boolean> {
  const { instance_id: instanceId, about } = mention;
  if ((await findReaders(query, { instanceId, about }, [accountId], at)).size === 0) return false;
  try {
    await requireTarget(query, instanceId, toThreadSubject(mention));
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}

/** The most people who are offered, and the most members among whom they are searched, some at a time. */
const [mostOffered, mostSearched, membersAtOnce] = [20, 1000, 100];

/** People who can be mentioned: those who may read the instance. */
export async function readPeople(
  { database: { query }, clock }: Needs,
  caller: InstanceCaller,
  search = '',
): Promise<Person[]> {
  const people: Person[] = [];
  for (let from = 0; people.length < mostOffered && from < mostSearched; from += membersAtOnce) {
    const members = await findMembers(query, caller.workspaceId, search.trim(), { from, limit: membersAtOnce });
    const readers = await findReaders(
      query,
      { instanceId: caller.instanceId, about: 'item' },
      members.map(({ id }) => id),
      clock.now(),
    );
    people.push(...members.filter(({ id }) => readers.has(id)));
    if (members.length < membersAtOnce) break;
  }
  return people.slice(0, mostOffered);
}

const purpose = 'stop mails of mentions';

const keyOf = ({ secrets }: Pick<Needs, 'secrets'>, accountId: number): string =>
  `${accountId}.${secrets.sign(`${purpose} ${accountId}`)}`;

/** Turns mails of mentions off, by the key in one of them. */
export async function stopMails(deps: Needs, key: string): Promise<void> {
  const accountId = Number(/^\d{1,9}(?=\.)/.exec(key)?.[0] ?? 0);
  const [typed, expected] = [Buffer.from(key), Buffer.from(keyOf(deps, accountId))];
  if (typed.length !== expected.length || !timingSafeEqual(typed, expected)) throw new AppError('link_wrong');
  await writeMailsMentions(deps.database.query, accountId, false);
}
