import { randomUUID } from 'node:crypto';
import { and, desc, eq, gt, inArray, isNull, lt, sql } from 'drizzle-orm';
import { AppError } from '../base/errors.ts';
import type { Db } from '../database/database.ts';
import { hashToken, randomToken } from '../environment/secrets.ts';
import { oneTimeSecrets } from '../tables/accounts.ts';

/** The purposes of mailed links. */
export type LinkPurpose = 'registration' | 'invitation' | 'password-reset' | 'email-change' | 'project-removal';

/** The purposes of mailed codes. */
export type CodePurpose = 'email-code';

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
  tx: Db,
  { purpose, subject, data = {}, now, seconds = linkSeconds, id = randomUUID() }: NewLink,
): Promise<MailedSecret> {
  const text = randomToken();
  // Two concurrent calls would both find no earlier link.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`${purpose}:${subject}`}, 0))`);
  await revokeSecrets(tx, [purpose], subject, now);
  await forgetOldSecrets(tx, now);
  await tx.insert(oneTimeSecrets).values({
    id,
    purpose,
    subject,
    data,
    secretHash: hashToken(text),
    createdAt: now,
    expiresAt: new Date(now.getTime() + seconds * 1000),
  });
  return { id, text };
}

/** True if the link with this id has already been issued. */
export async function isIssued(db: Db, id: string): Promise<boolean> {
  const { id: idColumn } = oneTimeSecrets;
  return (await db.select({ id: idColumn }).from(oneTimeSecrets).where(eq(idColumn, id))).length > 0;
}

/** True if a secret can still be used: neither used, revoked nor expired. */
export async function isGood(db: Db, id: string, now: Date): Promise<boolean> {
  const { id: idColumn, usedAt, revokedAt, expiresAt } = oneTimeSecrets;
  const good = and(eq(idColumn, id), isNull(usedAt), isNull(revokedAt), gt(expiresAt, now));
  return (await db.select({ id: idColumn }).from(oneTimeSecrets).where(good)).length > 0;
}

/** The data of the newest link with a purpose and subject, valid or not; undefined if it was used. */
export async function findLatestLink(db: Db, purpose: LinkPurpose, subject: string): Promise<UsedLink | undefined> {
  const [latest] = await db
    .select()
    .from(oneTimeSecrets)
    .where(and(eq(oneTimeSecrets.purpose, purpose), eq(oneTimeSecrets.subject, subject)))
    .orderBy(desc(oneTimeSecrets.createdAt), desc(oneTimeSecrets.expiresAt))
    .limit(1);
  return latest && !latest.usedAt ? { subject: latest.subject, data: latest.data } : undefined;
}

/**
 * Uses up a link and returns the data it was issued with; throws `link_wrong`, `link_used` or `link_expired`. If the
 * transaction fails afterwards, the link is still valid; of two concurrent calls, one succeeds.
 */
export async function redeemLink(tx: Db, purpose: LinkPurpose, secret: string, now: Date): Promise<UsedLink> {
  const found = await findLink(tx, purpose, secret).for('update');
  const link = judge(found[0], now);
  await tx.update(oneTimeSecrets).set({ usedAt: now }).where(eq(oneTimeSecrets.id, link.id));
  return { subject: link.subject, data: link.data };
}

/** Throws like {@link redeemLink}, but does not use up the link: to avoid expensive work for an invalid one. */
export async function checkLink<P extends LinkPurpose>(
  db: Db,
  purposes: P | readonly P[],
  secret: string,
  now: Date,
): Promise<{ purpose: P; subject: string }> {
  const [found] = await findLink(db, purposes, secret);
  const { purpose, subject } = judge(found, now);
  return { purpose: purpose as P, subject };
}

/** Revokes the unused secrets of these purposes and of one or several subjects. */
export async function revokeSecrets(
  db: Db,
  purposes: readonly (LinkPurpose | CodePurpose)[],
  subjects: string | readonly string[],
  now: Date,
): Promise<void> {
  const { purpose, usedAt, revokedAt } = oneTimeSecrets;
  await db
    .update(oneTimeSecrets)
    .set({ revokedAt: now })
    .where(
      and(
        inArray(purpose, [...purposes]),
        inArray(oneTimeSecrets.subject, [subjects].flat()),
        isNull(usedAt),
        isNull(revokedAt),
      ),
    );
}

/** Deletes secrets that are no longer needed. */
export async function forgetOldSecrets(db: Db, now: Date): Promise<void> {
  await db.delete(oneTimeSecrets).where(lt(oneTimeSecrets.expiresAt, new Date(now.getTime() - rememberedMilliseconds)));
}

const findLink = (db: Db, purposes: LinkPurpose | readonly LinkPurpose[], secret: string) =>
  db
    .select()
    .from(oneTimeSecrets)
    .where(and(eq(oneTimeSecrets.secretHash, hashToken(secret)), inArray(oneTimeSecrets.purpose, [purposes].flat())));

type Row = typeof oneTimeSecrets.$inferSelect;

function judge(row: Row | undefined, now: Date): Row {
  if (!row) throw new AppError('link_wrong');
  if (row.usedAt) throw new AppError('link_used');
  if (row.revokedAt || row.expiresAt <= now) throw new AppError('link_expired');
  return row;
}
