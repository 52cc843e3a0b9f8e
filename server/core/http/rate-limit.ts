import { isIP } from 'node:net';
import type { catalogue } from '@quartermaster/contract/errors.ts';
import { AppError } from '../base/errors.ts';
import type { Query } from '../database/database.ts';
import { hashToken } from '../environment/secrets.ts';

/** The maximum number of attempts under a key within a window. */
export interface Limit {
  key: string;
  attempts: number;
  /** Length of the window. */
  seconds: number;
  /** The message of a refusal, if that of the error table is too general. */
  message?: string;
}

/** How often an action may be tried per subject and per network. */
export interface ActionLimit {
  action: string;
  ofSubject: number;
  ofAddress: number;
  /** Length of the window. */
  seconds: number;
}

/** For actions that send mail: 5 an hour to one mailbox, 50 from one network. */
export const limitOfMails = (action: string): ActionLimit => ({
  action,
  ofSubject: 5,
  ofAddress: 50,
  seconds: 60 * 60,
});

/** The limits of an action: of its subject (an email, an account; only a hash is stored) and of its network. */
export const limitsOf = (
  { action, ofSubject, ofAddress, seconds }: ActionLimit,
  subject: string,
  address: string,
): Limit[] => [
  { key: `${action}:account:${hashToken(subject.trim().toLowerCase())}`, attempts: ofSubject, seconds },
  { key: `${action}:address:${networkOf(address)}`, attempts: ofAddress, seconds },
];

/** For IPv6 the /64 prefix, because one client usually has all of its addresses. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped) return mapped;
  if (isIP(address) !== 6) return address;
  const [head = '', tail] = address.replace(/%.*/, '').split('::');
  const groups = (text = '') => text.split(':').filter((group) => group !== '');
  const [left, right] = [groups(head), groups(tail)];
  const zeros = Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0');
  const network = [...left, ...zeros, ...right].slice(0, 4);
  return `${network.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}

const count = `
  insert into rate_limits as known (key, count, resets_at)
  select key, 1, $1::timestamptz + make_interval(secs => seconds)
  from unnest($2::text[], $3::int[]) as attempts (key, seconds) order by key
  on conflict (key) do update set
    count = case when known.resets_at <= $1 then 1 else known.count + 1 end,
    resets_at = case when known.resets_at <= $1 then excluded.resets_at else known.resets_at end
  returning key, count, resets_at`;

interface AttemptRow {
  key: string;
  count: number;
  resets_at: Date;
}

/**
 * Counts an attempt under each key, across all servers on the database; throws 429 if one of them is over its limit.
 */
export async function countAttempt(
  query: Query,
  now: Date,
  limits: readonly Limit[],
  statusCode?: keyof typeof catalogue,
): Promise<void> {
  const values = [now, limits.map(({ key }) => key), limits.map(({ seconds }) => seconds)];
  refuseOver(await query<AttemptRow>(count, values, 'count-attempt'), now, limits, statusCode);
}

/** True for the first use of a secret that is valid for so many seconds, across all servers: the counter outlives it. */
export async function isFirstUse(query: Query, now: Date, use: { of: string; secret: string; seconds: number }) {
  const key = `${use.of}:${hashToken(use.secret)}`;
  const rows = await query<AttemptRow>(count, [now, [key], [2 * use.seconds]], 'count-attempt');
  return rows[0]?.count === 1;
}

function refuseOver(
  counted: readonly AttemptRow[],
  now: Date,
  limits: readonly Limit[],
  statusCode?: keyof typeof catalogue,
): void {
  const over = counted.flatMap((row) => {
    const limit = limits.find(({ key }) => key === row.key);
    const wait = Math.ceil((row.resets_at.getTime() - now.getTime()) / 1000);
    return limit && row.count > limit.attempts ? [{ wait, message: limit.message }] : [];
  });
  if (over.length === 0) return;
  const message = over.find((limit) => limit.message)?.message;
  throw new AppError('rate_limit', {
    retryAfter: Math.max(1, ...over.map(({ wait }) => wait)),
    ...(message && { message }),
    ...(statusCode && { statusCode }),
  });
}

/** Throws 429 if a key has reached its limit, without counting: for actions of which only failures are counted. */
export async function assertUnderLimit(query: Query, now: Date, limits: readonly Limit[]): Promise<void> {
  const keys = limits.map(({ key }) => key);
  const counted = await query<AttemptRow>(
    'select key, count, resets_at from rate_limits where key = any($1) and resets_at > $2',
    [keys, now],
    'read-attempts',
  );
  refuseOver(
    counted.map((row) => ({ ...row, count: row.count + 1 })),
    now,
    limits,
  );
}

/** Reverts an attempt that should not count, and deletes expired counters. */
export async function forgiveAttempt(query: Query, now: Date, limits: readonly Limit[]): Promise<void> {
  const keys = limits.map(({ key }) => key);
  await query(
    `with forgiven as (select key from rate_limits where key = any($1) and count > 0 order by key for update)
    update rate_limits r set count = r.count - 1 from forgiven where r.key = forgiven.key`,
    [keys],
    'forgive-attempt',
  );
  await query(
    `with over as (select key from rate_limits where resets_at <= $1 order by resets_at limit 1000 for update skip locked),
      empty as (select key from rate_limits where key = any($2) and count = 0 for update skip locked)
    delete from rate_limits where key = any(array(select key from over union all select key from empty))`,
    [now, keys],
    'forget-attempts',
  );
}

/** Resets the counters of these keys. */
export async function resetAttempts(query: Query, limits: readonly Pick<Limit, 'key'>[]): Promise<void> {
  await query('delete from rate_limits where key = any($1)', [limits.map(({ key }) => key)]);
}
