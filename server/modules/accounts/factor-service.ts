import type { Input, Output } from '@quartermaster/contract/endpoints/endpoint.ts';
import type { secondFactor } from '@quartermaster/contract/endpoints/people/second-factor.ts';
import type { Deps } from '../../core/app/deps.ts';
import { AppError } from '../../core/base/errors.ts';
import type { Caller } from '../../core/session/access.ts';
import { createRecoveryCodes, createSecret, findStep, logFactor, refuseCode, withCode } from './code-service.ts';
import { requirePassword } from './confirm-service.ts';
import { deleteFactor, findFactor, insertFactor, writeRecoveryCodes } from './factor-repository.ts';
import { readCredentials } from './repository.ts';

/** How long a secret can be confirmed, in milliseconds. */
const enrolmentLifetime = 60 * 60 * 1000;

/** A secret that its account has not confirmed. It is encrypted, and stored nowhere. */
interface Enrolment {
  /** Distinguishes it from everything else that is encrypted. */
  kind: 'second-factor-enrolment';
  accountId: number;
  /** The session that asked for it. */
  signIn: string;
  secret: string;
  expiresAt: number;
}

type Proof = Input<typeof secondFactor.remove>['body'];

/** Whether an account has a second factor, and how many recovery codes are left. */
export async function readFactor(
  { database }: Pick<Deps, 'database'>,
  { accountId }: Caller,
): Promise<Output<typeof secondFactor.get>> {
  const factor = await findFactor(database.query, accountId);
  return { is_on: factor !== undefined, recovery_codes_left: factor?.recoveryCodes.length ?? 0 };
}

/** A new secret, which only this session can confirm. */
export async function enrolFactor(
  { database, secrets, clock }: Deps,
  { accountId, signIn }: Caller,
): Promise<Output<typeof secondFactor.enrol>> {
  const known = await readCredentials(database.query, accountId);
  const { secret, address } = await createSecret(known?.email ?? '');
  const expiresAt = clock.now().getTime() + enrolmentLifetime;
  const enrolment: Enrolment = { kind: 'second-factor-enrolment', accountId, signIn, secret, expiresAt };
  return { enrolment: secrets.encrypt(JSON.stringify(enrolment)), secret, address };
}

function readEnrolment({ secrets, clock }: Deps, { accountId, signIn }: Caller, encrypted: string): Enrolment {
  const enrolment = parseEnrolment(secrets, encrypted);
  const isOfCaller = enrolment?.accountId === accountId && enrolment.signIn === signIn;
  if (!isOfCaller || enrolment.expiresAt <= clock.now().getTime())
    throw new AppError('invalid', { message: 'This QR code is no longer good. Close this, and set it up again.' });
  return enrolment;
}

function parseEnrolment(secrets: Deps['secrets'], encrypted: string): Enrolment | undefined {
  try {
    const enrolment = JSON.parse(secrets.decrypt(encrypted)) as Partial<Enrolment>;
    return enrolment.kind === 'second-factor-enrolment' ? (enrolment as Enrolment) : undefined;
  } catch {
    return undefined;
  }
}

/** Turns the second factor on; returns the recovery codes. */
export async function confirmFactor(
  deps: Deps,
  caller: Caller,
  { enrolment, password, code }: Proof & { enrolment: string },
  address: string,
): Promise<string[]> {
  const { accountId } = caller;
  const { secret } = readEnrolment(deps, caller, enrolment);
  await requirePassword(deps, caller, password, address);
  const now = deps.clock.now();
  const usedStep = await findStep(secret, code, now);
  if (usedStep === undefined) throw refuseCode();
  const { recoveryCodes, hashes } = createRecoveryCodes(deps, accountId);
  const factor = { secret: deps.secrets.encrypt(secret), recoveryCodes: hashes };
  await deps.unit(async ({ query }) => {
    if (!(await insertFactor(query, { ...factor, accountId, usedStep, now })))
      throw new AppError('taken', { message: 'This account has a second factor already. Turn it off first.' });
    await logFactor(query, { accountId, action: 'second_factor_added', now });
  });
  return recoveryCodes;
}

/** Replaces the recovery codes, and returns the new ones. */
export async function renewRecoveryCodes(deps: Deps, caller: Caller, proof: Proof, address: string): Promise<string[]> {
  const { accountId } = caller;
  const { recoveryCodes, hashes } = createRecoveryCodes(deps, accountId);
  const typed = await requireProof(deps, caller, proof, address);
  await withCode(deps, typed, async ({ query }) => {
    await writeRecoveryCodes(query, accountId, hashes);
    await logFactor(query, { accountId, action: 'recovery_codes_renewed', now: deps.clock.now() });
  });
  return recoveryCodes;
}

/** Turns the second factor off. */
export async function removeFactor(deps: Deps, caller: Caller, proof: Proof, address: string): Promise<void> {
  const { accountId } = caller;
  const typed = await requireProof(deps, caller, proof, address);
  await withCode(deps, typed, async ({ query }) => {
    await deleteFactor(query, accountId);
    await logFactor(query, { accountId, action: 'second_factor_removed', now: deps.clock.now() });
  });
}

async function requireProof(deps: Deps, caller: Caller, { password, code }: Proof, address: string) {
  await requirePassword(deps, caller, password, address);
  return { accountId: caller.accountId, code, address, error: 'invalid' } as const;
}
