import { sessionSeconds } from '@quartermaster/contract/session-seconds.ts';
import type { Query } from '../../core/database/database.ts';
import { textArray } from '../../core/database/pg-array.ts';
import { refreshSeconds } from '../../core/session/session-cookies.ts';

export interface SignIn {
  id: string;
  userAgent: string;
  createdAt: Date;
  usedAt: Date;
}

/** The most sign-ins that are listed: those used last. */
const listedSignIns = 100;

export async function insertSignIn(
  query: Query,
  { id, accountId, userAgent, via, now }: { id: string; accountId: number; userAgent: string; via: string; now: Date },
): Promise<void> {
  // Those before have no token left.
  const unused = new Date(now.getTime() - refreshSeconds * 1000);
  await query('delete from sign_ins where account_id = $1 and used_at < $2', [accountId, unused]);
  await query(
    'insert into sign_ins (id, account_id, user_agent, via, created_at, used_at) values ($1, $2, $3, $4, $5, $5)',
    [id, accountId, userAgent, via, now],
  );
}

/** How and when a session was signed in. */
interface SignedIn {
  via: string;
  createdAt: Date;
}

const signedIn = 'via, created_at as "createdAt"';

export async function markSignInUsed(query: Query, id: string, now: Date): Promise<SignedIn | undefined> {
  const values = [id, now];
  return (await query<SignedIn>(`update sign_ins set used_at = $2 where id = $1 returning ${signedIn}`, values))[0];
}

/** Stores when the user of a sign-in has proved again who they are. */
export async function markProved(
  query: Query,
  { accountId, signIn, now }: { accountId: number; signIn: string; now: Date },
): Promise<void> {
  const values = [signIn, accountId, now];
  await query('update sign_ins set proved_at = $3 where id::text = $1 and account_id = $2', values);
}

/** How and when a session that was not ended was signed in; the id of another account finds nothing. */
export async function findSignIn(
  query: Query,
  { accountId, signIn }: { accountId: number; signIn: string },
): Promise<SignedIn | undefined> {
  const [row] = await query<SignedIn>(
    `select ${signedIn} from sign_ins where id::text = $1 and account_id = $2 and ended_at is null`,
    [signIn, accountId],
  );
  return row;
}

/** The sign-ins by a company sign-in that were not ended; of all accounts, or of those with an address of a domain. */
export const listSignInsVia = (
  query: Query,
  via: string,
  domain?: string,
): Promise<{ accountId: number; id: string }[]> =>
  query(
    `select s.account_id as "accountId", s.id from sign_ins s join accounts a on a.id = s.account_id
      where s.via = $1 and s.ended_at is null and ($2::text is null or lower(split_part(a.email, '@', 2)) = $2)
      order by s.account_id`,
    [via, domain ?? null],
  );

/** The sign-ins of an account that can be extended, the last used one first. */
export const listSignIns = (query: Query, accountId: number, now: Date): Promise<SignIn[]> =>
  query(
    `select s.id, s.user_agent as "userAgent", s.created_at as "createdAt", s.used_at as "usedAt"
      from sign_ins s
      where s.account_id = $1 and s.ended_at is null
        and exists (select 1 from refresh_tokens t where t.family = s.id and t.revoked_at is null and t.expires_at > $2)
      order by s.used_at desc, s.id limit ${listedSignIns}`,
    [accountId, now],
  );

/** The ids of all sign-ins of an account that were not ended. */
export async function openSignIns(query: Query, accountId: number): Promise<string[]> {
  const rows = await query<{ id: string }>('select id from sign_ins where account_id = $1 and ended_at is null', [
    accountId,
  ]);
  return rows.map(({ id }) => id);
}

/**
 * Ends sign-ins of an account, which is locked: their refresh tokens are revoked, and session tokens refused at once. The account has the ended
 * ones until these tokens have expired, so that the check of a call reads nothing more.
 */
export async function endSignIns(
  query: Query,
  { accountId, ids, now }: { accountId: number; ids: readonly string[]; now: Date },
): Promise<void> {
  const values = [accountId, textArray(ids), now];
  await query(
    `update refresh_tokens set revoked_at = $3
      where account_id = $1 and family = any($2::text::text[]::uuid[]) and revoked_at is null`,
    values,
  );
  await query(
    'update sign_ins set ended_at = $3 where account_id = $1 and id = any($2::text::text[]::uuid[]) and ended_at is null',
    values,
  );
  await query(
    `update accounts set ended_sign_ins = array(select id::text from sign_ins where account_id = $1 and ended_at > $2)
      where id = $1`,
    [accountId, new Date(now.getTime() - sessionSeconds * 1000)],
  );
}
