import type { Query } from '../../core/database/database.ts';

/** The account of a subject. */
export async function findIdentity(query: Query, issuer: string, subject: string): Promise<number | undefined> {
  const [row] = await query<{ account_id: number }>(
    'select account_id from company_identities where issuer = $1 and subject = $2',
    [issuer, subject],
    'company-identity',
  );
  return row?.account_id;
}

/** True if the account is another subject of the issuer. */
export async function hasIdentity(query: Query, issuer: string, accountId: number): Promise<boolean> {
  const rows = await query('select 1 from company_identities where issuer = $1 and account_id = $2', [
    issuer,
    accountId,
  ]);
  return rows.length > 0;
}

export async function insertIdentity(
  query: Query,
  { issuer, subject, accountId, now }: { issuer: string; subject: string; accountId: number; now: Date },
): Promise<void> {
  await query('insert into company_identities (issuer, subject, account_id, created_at) values ($1, $2, $3, $4)', [
    issuer,
    subject,
    accountId,
    now,
  ]);
}

/** Returns false if there was none. */
export async function deleteIdentity(query: Query, issuer: string, accountId: number): Promise<boolean> {
  const rows = await query('delete from company_identities where issuer = $1 and account_id = $2 returning 1', [
    issuer,
    accountId,
  ]);
  return rows.length > 0;
}

/** One sign-in at a time links a subject, and an address. */
export async function lockPerson(query: Query, issuer: string, { subject, email }: { subject: string; email: string }) {
  for (const name of [`${issuer} ${subject}`, email.toLowerCase()].toSorted())
    await query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`company person ${name}`]);
}

/** True if the last change of this account's membership was its removal. */
export async function wasRemoved(query: Query, workspaceId: number, accountId: number): Promise<boolean> {
  const [row] = await query<{ action: string }>(
    `select action from access_log where subject_id = $2 and workspace_id = $1 and action in ('joined', 'removed')
      order by id desc limit 1`,
    [workspaceId, accountId],
  );
  return row?.action === 'removed';
}
