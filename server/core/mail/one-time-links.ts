import { randomUUID } from 'node:crypto';
import { AppError } from '../base/errors.ts';
import type { Query } from '../database/database.ts';
import { textArray } from '../database/pg-array.ts';
import { hashToken, randomToken } from '../environment/secrets.ts';

/** The purposes of mailed links. */
export type LinkPurpose = 'registration' | 'invitation' | 'password-reset' | 'email-change' | 'project-removal';

/** The purposes of mailed codes. */
export type CodePurpose = 'email-code' | 'company-recovery';

/** Default lifetime of links, in seconds. */
export const linkSeconds = 24 * 60 * 60;

/** How long used and expired secrets are still distinguished from wrong ones. */
const rememberedMilliseconds = 30 * 24 * 60 * 60 * 1000;

/** A link to be mailed. */
export interface NewLink {
  purpose: LinkPurpose;
  /** The subject: the id of an account, a project or an invitation, or an email address in lower case. */
  subject: string;
  /** Data needed when it is used. */
  data?: Record<string, string>;
  now: Date;
  seconds?: number;
  /** A uuid by which a repeated job detects that it has already issued the link, see {@link isIssued}. */
  id?: string;
}

/** A secret to be mailed, with its id so that a mail with an invalid secret is not sent. */
export interface MailedSecret {
  id: string;
  text: string;
}

/** The data that a link was issued with. */
export interface UsedLink {
  subject: string;
  data: Record<string, string>;
}

/**
 * Creates the secret of a link; only its hash is stored. Earlier links with the same purpose and subject are revoked,
 * so it must be called in the transaction that posts the mail.
 */
export async function issueLink(
  query: Query,
  { purpose, subject, data = {}, now, seconds = linkSeconds, id = randomUUID() }: NewLink,
): Promise<MailedSecret> {
  const text = randomToken();
  // Two concurrent calls would both find no earlier link.
  await query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`${purpose}:${subject}`]);
  await revokeSecrets(query, [purpose], subject, now);
  await forgetOldSecrets(query, now);
  await insertSecret(query, { id, purpose, subject, data, secretHash: hashToken(text), now, seconds });
  return { id, text };
}

/** A secret to be stored. */
interface NewSecret extends Required<Omit<NewLink, 'purpose'>> {
  purpose: LinkPurpose | CodePurpose;
  secretHash: string;
}

/** Stores a secret by its hash. */
export async function insertSecret(
  query: Query,
  { id, purpose, subject, data, secretHash, now, seconds }: NewSecret,
): Promise<void> {
  const expiresAt = new Date(now.getTime() + seconds * 1000);
  await query(
    `insert into one_time_secrets (id, purpose, subject, secret_hash, data, created_at, expires_at)
      values ($1, $2, $3, $4, $5::jsonb, $6, $7)`,
    [id, purpose, subject, secretHash, JSON.stringify(data), now, expiresAt],
  );
}

/** True if the link with this id has already been issued. */
export const isIssued = async (query: Query, id: string): Promise<boolean> =>
  (await query('select 1 from one_time_secrets where id = $1', [id])).length > 0;

/** SQL: a secret that was neither used nor revoked. */
const openSql = 'used_at is null and revoked_at is null';

/** True if a secret can still be used: neither used, revoked nor expired. */
export async function isGood(query: Query, id: string, now: Date): Promise<boolean> {
  const text = `select 1 from one_time_secrets where id = $1 and expires_at > $2 and ${openSql}`;
  return (await query(text, [id, now])).length > 0;
}

/** The data of the newest link with a purpose and subject, valid or not; undefined if it was used. */
export async function findLatestLink(
  query: Query,
  purpose: LinkPurpose,
  subject: string,
): Promise<UsedLink | undefined> {
  const [latest] = await query<UsedLink & { used_at: Date | null }>(
    `select subject, data, used_at from one_time_secrets where purpose = $1 and subject = $2
      order by created_at desc, expires_at desc limit 1`,
    [purpose, subject],
  );
  return latest && !latest.used_at ? { subject: latest.subject, data: latest.data } : undefined;
}

/**
 * Uses up a link and returns the data it was issued with; throws `link_wrong`, `link_used` or `link_expired`. If the
 * transaction fails afterwards, the link is still valid; of two concurrent calls, one succeeds.
 */
export async function redeemLink(query: Query, purpose: LinkPurpose, secret: string, now: Date): Promise<UsedLink> {
  const { id, subject, data } = judge(await findLink(query, purpose, secret, 'for update'), now);
  await query('update one_time_secrets set used_at = $2 where id = $1', [id, now]);
  return { subject, data };
}

/** Throws like {@link redeemLink}, but does not use up the link: to avoid expensive work for an invalid one. */
export async function checkLink<P extends LinkPurpose>(
  query: Query,
  purposes: P | readonly P[],
  secret: string,
  now: Date,
): Promise<{ purpose: P; subject: string }> {
  const { purpose, subject } = judge(await findLink(query, purposes, secret), now);
  return { purpose: purpose as P, subject };
}

/** Revokes the unused secrets of these purposes and of one or several subjects. */
export async function revokeSecrets(
  query: Query,
  purposes: readonly (LinkPurpose | CodePurpose)[],
  subjects: string | readonly string[],
  now: Date,
): Promise<void> {
  await query(
    `update one_time_secrets set revoked_at = $3
      where purpose = any($1::text::text[]) and subject = any($2::text::text[]) and ${openSql}`,
    [textArray(purposes), textArray([subjects].flat()), now],
  );
}

/** Deletes secrets that are no longer needed. */
export async function forgetOldSecrets(query: Query, now: Date): Promise<void> {
  await query('delete from one_time_secrets where expires_at < $1', [new Date(now.getTime() - rememberedMilliseconds)]);
}

interface LinkRow extends UsedLink {
  id: string;
  purpose: string;
  expires_at: Date;
  used_at: Date | null;
  revoked_at: Date | null;
}

async function findLink(
  query: Query,
  purposes: LinkPurpose | readonly LinkPurpose[],
  secret: string,
  lock = '',
): Promise<LinkRow | undefined> {
  const [row] = await query<LinkRow>(
    `select id, purpose, subject, data, expires_at, used_at, revoked_at from one_time_secrets
      where secret_hash = $1 and purpose = any($2::text::text[]) ${lock}`,
    [hashToken(secret), textArray([purposes].flat())],
  );
  return row;
}

function judge(row: LinkRow | undefined, now: Date): LinkRow {
  if (!row) throw new AppError('link_wrong');
  if (row.used_at) throw new AppError('link_used');
  if (row.revoked_at || row.expires_at <= now) throw new AppError('link_expired');
  return row;
}
