import { parseCookie } from 'cookie';
import type { Clock } from '../base/clock.ts';
import type { Query } from '../database/database.ts';
import { hashToken, type Secrets } from '../environment/secrets.ts';
import { factorDue, isOpenSql } from './access.ts';
import { type CookieConfig, sessionCookieOf } from './cookie-names.ts';
import { readSession } from './session-token.ts';

interface KeyParts {
  query: Query;
  secrets: Pick<Secrets, 'jwtKey' | 'browserKey'>;
  clock: Clock;
  config: CookieConfig;
}

/**
 * What an account may read, as one row: any change of its roles, of the projects that there are, and of the workspaces that open only with
 * company sign-in or need a second factor by then changes it. So does how it was signed in, which is the SQL `via`.
 */
const accessOf = (where: string, { via, now }: Record<'via' | 'now', string>) => `
  select a.id, concat_ws(' ', a.sessions_since,
    (select string_agg(m.workspace_id || ':' || m.role_id, ',' order by m.workspace_id)
      from workspace_members m where m.account_id = a.id),
    (select string_agg(p.id::text, ',' order by p.id) from projects p
      join workspace_members m on m.workspace_id = p.workspace_id and m.account_id = a.id where p.status = 'Active'),
    (select string_agg(im.instance_id || ':' || im.role_id || ':' || r.is_admin || ':' || r.permission_ids::text, ','
      order by im.instance_id, im.role_id)
      from instance_members im join roles r on r.id = im.role_id where im.account_id = a.id),
    (select string_agg(c.workspace_id::text, ',' order by c.workspace_id) from company_sign_ins c
      join workspace_members m on m.workspace_id = c.workspace_id and m.account_id = a.id where c.is_only),
    (select string_agg('factor:' || m.workspace_id, ',' order by m.workspace_id) from workspace_members m
      where m.account_id = a.id and ${factorDue} <= ${now}),
    ${via}) as access
  from accounts a where ${where}`;

const ofSession = accessOf(`a.id = $1 and ${isOpenSql('a', '$2', '$3')}`, { via: '$4::text', now: '$5' });
const ofRefreshToken = accessOf(
  `a.id = (select t.account_id from refresh_tokens t
    where t.token_hash = $1 and t.used_at is null and t.revoked_at is null and t.expires_at > $2)`,
  {
    via: `coalesce((select s.via from sign_ins s join refresh_tokens t on t.family = s.id where t.token_hash = $1), '')`,
    now: '$2',
  },
);

interface AccessRow {
  id: number;
  access: string;
}

/**
 * The key with which a browser encrypts the answers that it keeps, base64 of 256 bits: only whoever has the session gets it, and it
 * changes with all that the account may read. Undefined without a session. What was kept before can no longer be read then.
 */
export async function answersKeyOf(cookie: string | undefined, parts: KeyParts): Promise<string | undefined> {
  if (!cookie) return undefined;
  const row = await readAccess(parseCookie(cookie), parts);
  return row && parts.secrets.browserKey(`kept answers ${row.id} ${row.access}`);
}

async function readAccess(
  cookies: Record<string, string | undefined>,
  parts: KeyParts,
): Promise<AccessRow | undefined> {
  const { query, config, clock } = parts;
  if (sessionCookieOf(cookies, 'qm_auth', config)) {
    const session = tryReadSession(cookies, parts);
    if (session) {
      const values = [session.accountId, session.issuedAt, session.signIn, session.via, clock.now()];
      return (await query<AccessRow>(ofSession, values, 'kept-answers-session'))[0];
    }
  }
  const refresh = sessionCookieOf(cookies, 'qm_refresh', config);
  if (!refresh) return undefined;
  return (await query<AccessRow>(ofRefreshToken, [hashToken(refresh), clock.now()], 'kept-answers-refresh'))[0];
}

/** Undefined for a token that has expired, as it does every few minutes, or is invalid. */
function tryReadSession(cookies: Record<string, string | undefined>, parts: KeyParts) {
  try {
    return readSession({ method: 'GET', headers: {}, cookies, params: {} }, parts);
  } catch {
    return undefined;
  }
}
