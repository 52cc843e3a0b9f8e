import { randomUUID } from 'node:crypto';
import { and, desc, eq, gt, inArray, isNull, lt, sql } from 'drizzle-orm';
import { AppError } from '../base/errors.ts';
import type { Db } from '../database/database.ts';
import { hashToken, randomToken } from '../environment/secrets.ts';
import { oneTimeSecrets } from '../tables/accounts.ts';

/** What a link in a mail is good for. */
export type LinkPurpose = 'registration' | 'invitation' | 'password-reset' | 'email-change' | 'project-removal';

/** What a mailed code is good for. */
export type CodePurpose = 'email-code';

/** Seconds for which links are good unless they say otherwise. */
export const linkSeconds = 24 * 60 * 60;

/** Used and expired secrets are told apart from wrong ones for so long after their time. */
const rememberedMilliseconds = 30 * 24 * 60 * 60 * 1000;

/** A link that is about to be mailed. */
export interface NewLink {
  purpose: LinkPurpose;
  /** Whom or what it is about: the id of an account, a project or an invitation, or an address of mail in lower case. */
  subject: string;
  /** What has to be known when it is used. */
  data?: Record<string, string>;
  now: Date;
  seconds?: number;
  /** A uuid; by it a job that runs again knows what it has done already, see {@link isIssued}. */
  id?: string;
}

/** A secret on its way into a mail, which names its id so that it is not sent in vain. */
export interface MailedSecret {
  id: string;
  text: string;
}

/** What a link was issued with. */
export interface UsedLink {
  subject: string;
  data: Record<string, string>;
}

/**
 * Makes the secret of a link; only its hash is kept. Earlier links of the same purpose and subject end, so to be called
 * in the transaction that hands in the mail.
 */
export async function issueLink(
  tx: Db,
  { purpose, subject, data = {}, now, seconds = linkSeconds, id = randomUUID() }: NewLink,
): Promise<MailedSecret> {
  const text = randomToken();
  // Two that are made at the same moment would both think that there is none yet.
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

/** Whether the link of this id was made already. */
export async function isIssued(db: Db, id: string): Promise<boolean> {
  const { id: idColumn } = oneTimeSecrets;
  return (await db.select({ id: idColumn }).from(oneTimeSecrets).where(eq(idColumn, id))).length > 0;
}

/** Whether a secret can still be used: it was neither used nor ended, and has time left. */
export async function isGood(db: Db, id: string, now: Date): Promise<boolean> {
  const { id: idColumn, usedAt, revokedAt, expiresAt } = oneTimeSecrets;
  const good = and(eq(idColumn, id), isNull(usedAt), isNull(revokedAt), gt(expiresAt, now));
  return (await db.select({ id: idColumn }).from(oneTimeSecrets).where(good)).length > 0;
}

/** What the newest link of a purpose and subject was issued with, good or not; nothing where it was used. */
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
 * Uses a link up, and answers what it was issued with; throws `link_wrong`, `link_used` or `link_expired`. Where the
 * transaction fails afterwards, the link is still good; where two use it at the same moment, one of them gets it.
 */
export async function redeemLink(tx: Db, purpose: LinkPurpose, secret: string, now: Date): Promise<UsedLink> {
  const found = await findLink(tx, purpose, secret).for('update');
  const link = judge(found[0], now);
  await tx.update(oneTimeSecrets).set({ usedAt: now }).where(eq(oneTimeSecrets.id, link.id));
  return { subject: link.subject, data: link.data };
}

/** Throws as {@link redeemLink} would, and leaves the link as it is: for what is not worth its work otherwise. */
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

/** Ends the secrets of these purposes that a subject, or several, have not used. */
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

/** Deletes what nobody asks for any more. */
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
