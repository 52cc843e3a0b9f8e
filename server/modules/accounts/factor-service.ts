import type { Input, Output } from '@quartermaster/contract/endpoints/endpoint.ts';
import type { secondFactor } from '@quartermaster/contract/endpoints/people/second-factor.ts';
import type { Deps } from '../../core/app/deps.ts';
import type { Unit } from '../../core/app/unit.ts';
import { AppError } from '../../core/base/errors.ts';
import { type Caller, isVouchedFor } from '../../core/session/access.ts';
import {
  createRecoveryCodes,
  createSecret,
  findStep,
  logFactor,
  postFactor,
  refuseCode,
  withCode,
} from './code-service.ts';
import { requirePassword } from './confirm-service.ts';
import {
  deleteApp,
  deleteUnusedFactor,
  findFactor,
  insertFactor,
  listRequiring,
  writeApp,
  writeRecoveryCodes,
} from './factor-repository.ts';
import { listPasskeys } from './passkey-repository.ts';
import { type Answering, withOwnPasskey } from './passkey-service.ts';
import { lockAccount, readCredentials } from './repository.ts';

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

/** The second factors of an account, and how many recovery codes are left. */
export async function readFactor(
  { database, clock }: Pick<Deps, 'database' | 'clock'>,
  caller: Caller,
): Promise<Output<typeof secondFactor.get>> {
  const { accountId } = caller;
  const factor = await findFactor(database.query, accountId);
  const found = await listPasskeys(database.query, accountId);
  return {
    is_on: factor !== undefined,
    has_app: factor?.secret != null,
    recovery_codes_left: factor?.recoveryCodes.length ?? 0,
    passkeys: found.map(({ id, name, createdAt, usedAt, isBackedUp }) => ({
      id,
      name,
      created_at: createdAt.toISOString(),
      used_at: usedAt?.toISOString() ?? null,
      is_backed_up: isBackedUp,
    })),
    required_by: (await listRequiring(database.query, accountId))
      .filter(({ id }) => !isVouchedFor(caller, id))
      .map(({ due_at, ...workspace }) => ({
        ...workspace,
        due_at: due_at.toISOString(),
        is_due: due_at <= clock.now(),
      })),
  };
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

/** Adds the authenticator app; returns the recovery codes if it is the first factor of the account. */
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
  const app = { secret: deps.secrets.encrypt(secret), usedStep };
  const { recoveryCodes, hashes } = createRecoveryCodes(deps, accountId);
  return deps.unit(async (unit) => {
    await lockAccount(unit.query, accountId);
    const isFirst = await insertFactor(unit.query, { accountId, recoveryCodes: hashes, now });
    if (!(await writeApp(unit.query, accountId, app)))
      throw new AppError('taken', { message: 'This account has an authenticator app already. Turn it off first.' });
    await logFactor(unit.query, { accountId, action: 'second_factor_added', now });
    await postFactor(unit, accountId, { kind: 'app-added' });
    return isFirst ? recoveryCodes : [];
  });
}

/** Replaces the recovery codes, and returns the new ones. */
export async function renewRecoveryCodes(
  deps: Deps,
  caller: Caller,
  proof: Input<typeof secondFactor.renewCodes>['body'],
  answering: Answering,
): Promise<string[]> {
  const { accountId } = caller;
  const { recoveryCodes, hashes } = createRecoveryCodes(deps, accountId);
  const renew = async (unit: Unit) => {
    await writeRecoveryCodes(unit.query, accountId, hashes);
    await logFactor(unit.query, { accountId, action: 'recovery_codes_renewed', now: deps.clock.now() });
    await postFactor(unit, accountId, { kind: 'codes-renewed' });
  };
  if ('passkey' in proof) await withOwnPasskey(deps, proof.passkey, { ...answering, accountId }, renew);
  else await withCode(deps, await requireProof(deps, caller, proof, answering.address), renew);
  return recoveryCodes;
}

/** Removes the authenticator app. */
export async function removeFactor(deps: Deps, caller: Caller, proof: Proof, address: string): Promise<void> {
  const { accountId } = caller;
  const typed = await requireProof(deps, caller, proof, address);
  await withCode(deps, typed, async (unit) => {
    await lockAccount(unit.query, accountId);
    if (!(await deleteApp(unit.query, accountId)))
      throw new AppError('not_found', { message: 'This account has no authenticator app.' });
    await deleteUnusedFactor(unit.query, accountId);
    await logFactor(unit.query, { accountId, action: 'second_factor_removed', now: deps.clock.now() });
    await postFactor(unit, accountId, { kind: 'app-removed' });
  });
}

async function requireProof(deps: Deps, caller: Caller, { password, code }: Proof, address: string) {
  await requirePassword(deps, caller, password, address);
  return { accountId: caller.accountId, code, address, error: 'invalid' } as const;
}
