import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { AccessAction } from '@quartermaster/contract/access-actions.ts';
import { recoveryCodeCount } from '@quartermaster/contract/shapes/people/second-factor.ts';
import type { Deps } from '../../core/app/deps.ts';
import type { Unit } from '../../core/app/unit.ts';
import { AppError } from '../../core/base/errors.ts';
import type { Query } from '../../core/database/database.ts';
import { type ActionLimit, countAttempt, forgiveAttempt, limitsOf } from '../../core/http/rate-limit.ts';
import { writeLog } from '../access-log/repository.ts';
import { type Factor, findFactor, useRecoveryCode, useStep } from './factor-repository.ts';
import { type FactorChange, factorLetter } from './letters.ts';
import { findAccount, listWorkspaceRoles } from './repository.ts';

/**
 * Wrong codes in a day. Unlike wrong passwords they are not forgotten when the password is reset, so that a mailbox does not give more
 * guesses.
 */
const codes: ActionLimit = { action: 'second-factor', ofSubject: 30, ofAddress: 300, seconds: 24 * 60 * 60 };

/** Seconds for which a code is made. */
const stepSeconds = 30;

/** For clocks that are off: so many steps before and after the current one are accepted. */
const steps = 1;

/** Numbers of recovery codes left after which their owner is reminded to make new ones. */
const lowCodes = [2, 0];

const wrongCode = 'This code is not correct, or was used before. Enter another one.';

/** The digits of Base32, which leave out those that are mistaken for letters. */
const recoveryDigits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** What every authenticator app supports: SHA-1, six digits, 30 seconds. */
async function passwordsOf(secret: string, label = '') {
  const { Secret, TOTP } = await import('otpauth');
  const shape = { algorithm: 'SHA1', digits: 6, period: stepSeconds };
  return new TOTP({ issuer: 'Quartermaster', label, secret: Secret.fromBase32(secret), ...shape });
}

/** A new secret of 160 bits, in Base32, and its address for a QR code. */
export async function createSecret(email: string): Promise<{ secret: string; address: string }> {
  const { Secret } = await import('otpauth');
  const secret = new Secret({ size: 20 }).base32;
  return { secret, address: (await passwordsOf(secret, email)).toString() };
}

/** The time step of a code as typed; undefined for a wrong one. */
export async function findStep(secret: string, typed: string, now: Date): Promise<number | undefined> {
  const timestamp = now.getTime();
  const passwords = await passwordsOf(secret);
  const delta = passwords.validate({ token: withoutSpaces(typed), timestamp, window: steps });
  return delta === null ? undefined : Math.floor(timestamp / 1000 / stepSeconds) + delta;
}

/** New recovery codes of 60 bits, and the hashes by which they are stored. */
export function createRecoveryCodes({ secrets }: Pick<Deps, 'secrets'>, accountId: number) {
  const recoveryCodes = Array.from({ length: recoveryCodeCount }, () =>
    Array.from(randomBytes(12), (byte) => recoveryDigits.charAt(byte % recoveryDigits.length))
      .join('')
      .replaceAll(/.{4}(?=.)/g, '$&-'),
  );
  return { recoveryCodes, hashes: recoveryCodes.map((code) => hashOf({ secrets }, accountId, code)) };
}

const withoutSpaces = (typed: string) => typed.replaceAll(/[\s-]/g, '');

// Keyed, so that a reader of the database cannot try codes.
const hashOf = ({ secrets }: Pick<Deps, 'secrets'>, accountId: number, code: string) =>
  secrets.sign(`recovery code ${accountId} ${withoutSpaces(code).toUpperCase()}`);

/** The refusal of a code, for the input in which it was typed. */
export const refuseCode = (error: 'invalid' | 'second_factor' = 'invalid'): AppError =>
  new AppError(error, { fields: { code: wrongCode } });

/** Uses a code up in a transaction; false if it was used in the meantime. */
type UseUp = (unit: Unit) => Promise<boolean>;

/** Finds what a code is; undefined for a wrong one. */
async function findCode(
  { secrets, clock }: Deps,
  accountId: number,
  factor: Factor,
  code: string,
): Promise<UseUp | undefined> {
  const { secret } = factor;
  if (/^\d{6}$/.test(withoutSpaces(code))) {
    if (secret === null) return undefined;
    const step = await findStep(readSecret(secrets, secret), code, clock.now());
    return step === undefined ? undefined : ({ query }) => useStep(query, accountId, { secret, step });
  }
  const hash = Buffer.from(hashOf({ secrets }, accountId, code));
  // All are compared, so that the time does not tell which one it was.
  const [stored] = factor.recoveryCodes.filter((one) => timingSafeEqual(Buffer.from(one), hash));
  if (stored === undefined) return undefined;
  return async (unit) => {
    const left = await useRecoveryCode(unit.query, accountId, stored);
    if (left !== undefined && lowCodes.includes(left)) await postFactor(unit, accountId, { kind: 'codes-low', left });
    return left !== undefined;
  };
}

function readSecret(secrets: Deps['secrets'], encrypted: string): string {
  try {
    return secrets.decrypt(encrypted);
  } catch (cause) {
    const message = 'The secret key of the server has changed. Ask its operator to remove your second factor.';
    throw new AppError('unavailable', { message, cause });
  }
}

/** A code of an account, as typed. */
interface TypedCode {
  accountId: number;
  code: string;
  /** Of the network. */
  address: string;
  /** How a wrong code is refused. */
  error: 'invalid' | 'second_factor';
}

/** Does work in one transaction that uses a code of the account up; refuses, counts and logs a wrong one. */
export async function withCode<T>(
  deps: Deps,
  { accountId, code, address, error }: TypedCode,
  work: (unit: Unit) => Promise<T>,
): Promise<T> {
  const { database, clock } = deps;
  const limits = limitsOf(codes, String(accountId), address);
  await countAttempt(database.query, clock.now(), limits);
  const factor = await findFactor(database.query, accountId);
  if (!factor) throw new AppError('not_found', { message: 'This account has no second factor.' });
  const useUp = await findCode(deps, accountId, factor, code);
  const done = await deps.unit(async (unit) => {
    if (await useUp?.(unit)) return { answer: await work(unit) };
    await logFactor(unit.query, { accountId, action: 'code_refused', now: clock.now() });
    return undefined;
  });
  if (!done) throw refuseCode(error);
  await forgiveAttempt(database.query, clock.now(), limits);
  return done.answer;
}

/** Mails a change of a second factor to its account. */
export async function postFactor({ query, post }: Unit, accountId: number, change: FactorChange): Promise<void> {
  const account = await findAccount(query, accountId);
  if (account) await post(factorLetter(account.email, change));
}

/** Logs what was done with a second factor in all workspaces of its account. */
export async function logFactor(
  query: Query,
  {
    accountId,
    action,
    now,
    details = {},
  }: { accountId: number; action: AccessAction; now: Date; details?: { passkey_name?: string } },
): Promise<void> {
  for (const { id } of await listWorkspaceRoles(query, accountId))
    await writeLog(query, { workspaceId: id, actor: { kind: 'account', accountId }, now }, [{ action, details }]);
}
