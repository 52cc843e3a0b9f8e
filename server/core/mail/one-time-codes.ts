import { randomInt, randomUUID, timingSafeEqual } from 'node:crypto';
import { and, eq, isNull } from 'drizzle-orm';
import type { Db } from '../database/database.ts';
import type { Secrets } from '../environment/secrets.ts';
import { oneTimeSecrets } from '../tables/accounts.ts';
import { type CodePurpose, type MailedSecret, revokeSecrets } from './one-time-links.ts';

const codeSeconds = 15 * 60;
const mostTries = 10;

interface Parts {
  secrets: Pick<Secrets, 'sign'>;
  now: Date;
}

// Keyed, because a plain hash of six digits is easily brute-forced.
const hashOf = ({ secrets }: Parts, id: string, code: string) => secrets.sign(`one-time code ${id} ${code}`);

/** Creates a six-digit code, valid for 15 minutes; an earlier one with the same purpose and subject is revoked. */
export async function issueCode(tx: Db, purpose: CodePurpose, subject: string, parts: Parts): Promise<MailedSecret> {
  const { now } = parts;
  const id = randomUUID();
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  await revokeSecrets(tx, [purpose], subject, now);
  const expiresAt = new Date(now.getTime() + codeSeconds * 1000);
  const secretHash = hashOf(parts, id, code);
  await tx.insert(oneTimeSecrets).values({ id, purpose, subject, data: {}, secretHash, createdAt: now, expiresAt });
  return { id, text: code };
}

/**
 * Uses up a code if it is correct. Wrong attempts are counted, so the transaction must be committed in either case;
 * after 10 of them, or without a valid code, the result is `over`.
 */
export async function useCode(
  tx: Db,
  purpose: CodePurpose,
  subject: string,
  code: string,
  parts: Parts,
): Promise<'right' | 'wrong' | 'over'> {
  const { now } = parts;
  const [known] = await tx
    .select()
    .from(oneTimeSecrets)
    .where(
      and(
        eq(oneTimeSecrets.purpose, purpose),
        eq(oneTimeSecrets.subject, subject),
        isNull(oneTimeSecrets.usedAt),
        isNull(oneTimeSecrets.revokedAt),
      ),
    )
    .for('update');
  if (!known || known.expiresAt <= now || known.tries >= mostTries) return 'over';
  const isRight = timingSafeEqual(Buffer.from(known.secretHash), Buffer.from(hashOf(parts, known.id, code)));
  await tx
    .update(oneTimeSecrets)
    .set(isRight ? { usedAt: now } : { tries: known.tries + 1 })
    .where(eq(oneTimeSecrets.id, known.id));
  return isRight ? 'right' : 'wrong';
}
