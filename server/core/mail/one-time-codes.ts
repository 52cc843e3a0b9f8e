import { randomInt, randomUUID, timingSafeEqual } from 'node:crypto';
import type { Query } from '../database/database.ts';
import type { Secrets } from '../environment/secrets.ts';
import { type CodePurpose, insertSecret, type MailedSecret, revokeSecrets } from './one-time-links.ts';

const codeSeconds = 15 * 60;
const mostTries = 10;

interface Parts {
  secrets: Pick<Secrets, 'sign'>;
  now: Date;
}

// Keyed, because a plain hash of six digits is easily brute-forced.
const hashOf = ({ secrets }: Parts, id: string, code: string) => secrets.sign(`one-time code ${id} ${code}`);

/** Creates a six-digit code, valid for 15 minutes; an earlier one with the same purpose and subject is revoked. */
export async function issueCode(
  query: Query,
  purpose: CodePurpose,
  subject: string,
  parts: Parts,
): Promise<MailedSecret> {
  const { now } = parts;
  const id = randomUUID();
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  await revokeSecrets(query, [purpose], subject, now);
  const secretHash = hashOf(parts, id, code);
  await insertSecret(query, { id, purpose, subject, data: {}, secretHash, now, seconds: codeSeconds });
  return { id, text: code };
}

interface CodeRow {
  id: string;
  secret_hash: string;
  tries: number;
  expires_at: Date;
}

/**
 * Uses up a code if it is correct. Wrong attempts are counted, so the transaction must be committed in either case;
 * after 10 of them, or without a valid code, the result is `over`.
 */
export async function useCode(
  query: Query,
  purpose: CodePurpose,
  subject: string,
  code: string,
  parts: Parts,
): Promise<'right' | 'wrong' | 'over'> {
  const { now } = parts;
  const [known] = await query<CodeRow>(
    `select id, secret_hash, tries, expires_at from one_time_secrets
      where purpose = $1 and subject = $2 and used_at is null and revoked_at is null for update`,
    [purpose, subject],
  );
  if (!known || known.expires_at <= now || known.tries >= mostTries) return 'over';
  const isRight = timingSafeEqual(Buffer.from(known.secret_hash), Buffer.from(hashOf(parts, known.id, code)));
  if (isRight) await query('update one_time_secrets set used_at = $2 where id = $1', [known.id, now]);
  else await query('update one_time_secrets set tries = tries + 1 where id = $1', [known.id]);
  return isRight ? 'right' : 'wrong';
}
