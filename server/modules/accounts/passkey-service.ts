import type { Input, Output } from '@quartermaster/contract/endpoints/endpoint.ts';
import type { PasskeyAnswer, passkeys } from '@quartermaster/contract/endpoints/people/passkeys.ts';
import { newPasskeyRule, passkeyLimit } from '@quartermaster/contract/rules/people/passkey.ts';
import type { Deps } from '../../core/app/deps.ts';
import type { Unit } from '../../core/app/unit.ts';
import { AppError } from '../../core/base/errors.ts';
import { checkRule } from '../../core/http/check-rule.ts';
import { countAttempt, forgiveAttempt, networkOf } from '../../core/http/rate-limit.ts';
import type { Caller } from '../../core/session/access.ts';
import { createRecoveryCodes, logFactor, postFactor } from './code-service.ts';
import { deleteUnusedFactor, insertFactor } from './factor-repository.ts';
import { createChallenge, useChallenge } from './passkey-challenge.ts';
import {
  deletePasskey,
  findPasskey,
  insertPasskey,
  type KnownPasskey,
  listPasskeys,
  markPasskeyUsed,
} from './passkey-repository.ts';
import { lockAccount, readCredentials } from './repository.ts';

/** COSE numbers of what passkeys sign with: Ed25519, P-256 and RSA, which Windows Hello still has. */
const algorithms = [-8, -7, -257];

const ofAnother = 'This passkey is of another account. Use one of the account that is signed in.';

/** Where passkeys are made and used: a signature names both. */
const siteOf = ({ config }: Pick<Deps, 'config'>) => {
  const { origin, hostname } = new URL(config.publicUrl);
  return { expectedOrigin: origin, expectedRPID: hostname };
};

const ofSession = ({ accountId, signIn }: Caller) => ({ kind: 'new-passkey', for: `${accountId} ${signIn}` }) as const;

/** Bytes that identify the account to the authenticator, and to nobody else. */
const userIdOf = ({ secrets }: Pick<Deps, 'secrets'>, accountId: number) =>
  Buffer.from(secrets.sign(`passkeys of account ${accountId}`), 'hex').toString('base64url');

/** What the browser needs to make a passkey. */
export async function enrolPasskey(deps: Deps, caller: Caller): Promise<Output<typeof passkeys.enrol>> {
  const { query } = deps.database;
  const known = await readCredentials(query, caller.accountId);
  if (!known) throw new AppError('session_expired');
  return {
    ...createChallenge(deps, ofSession(caller)),
    rp_id: siteOf(deps).expectedRPID,
    user_id: userIdOf(deps, caller.accountId),
    user_name: known.email,
    algorithms,
    exclude: (await listPasskeys(query, caller.accountId)).map(({ credentialId }) => credentialId),
  };
}

/** Adds a passkey; returns the recovery codes if it is the first factor of the account. */
export async function addPasskey(
  deps: Deps,
  caller: Caller,
  { sealed, id, client_data, attestation, transports, name }: Input<typeof passkeys.add>['body'],
): Promise<string[]> {
  const { accountId } = caller;
  const expectedChallenge = await useChallenge(deps, sealed, ofSession(caller));
  if (expectedChallenge === undefined)
    throw new AppError('invalid', { message: 'This took too long. Add the passkey again.' });
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  const response = { clientDataJSON: client_data, attestationObject: attestation };
  const { registrationInfo: made } = await verifyRegistrationResponse({
    response: { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} },
    expectedChallenge,
    ...siteOf(deps),
    requireUserVerification: true,
    supportedAlgorithmIDs: algorithms,
  }).catch(refuse(deps));
  if (!made) throw new AppError('passkey');
  const now = deps.clock.now();
  const { recoveryCodes, hashes } = createRecoveryCodes(deps, accountId);
  return deps.unit(async (unit) => {
    const { query } = unit;
    await lockAccount(query, accountId);
    const known = await listPasskeys(query, accountId);
    if (known.length >= passkeyLimit)
      throw new AppError('invalid', { message: `You have ${passkeyLimit} passkeys. Remove one of them first.` });
    await checkRule(newPasskeyRule(known.map((one) => one.name)), { name });
    const isFirst = await insertFactor(query, { accountId, recoveryCodes: hashes, now });
    const isNew = await insertPasskey(query, {
      accountId,
      credentialId: made.credential.id,
      publicKey: Buffer.from(made.credential.publicKey).toString('base64url'),
      counter: made.credential.counter,
      transports,
      canBackUp: made.credentialDeviceType === 'multiDevice',
      isBackedUp: made.credentialBackedUp,
      name,
      now,
    });
    if (!isNew) throw new AppError('taken', { message: 'This passkey was added before.' });
    await logFactor(query, { accountId, action: 'passkey_added', now, details: { passkey_name: name } });
    await postFactor(unit, accountId, { kind: 'passkey-added', name });
    return isFirst ? recoveryCodes : [];
  });
}

/** Removes a passkey, and the recovery codes with the last factor of the account. */
export async function removePasskey(deps: Deps, { accountId }: Caller, id: number): Promise<void> {
  const now = deps.clock.now();
  await deps.unit(async (unit) => {
    await lockAccount(unit.query, accountId);
    const name = await deletePasskey(unit.query, accountId, id);
    if (name === undefined) throw new AppError('not_found', { message: 'This passkey has been removed already.' });
    await deleteUnusedFactor(unit.query, accountId);
    await logFactor(unit.query, { accountId, action: 'passkey_removed', now, details: { passkey_name: name } });
    await postFactor(unit, accountId, { kind: 'passkey-removed', name });
  });
}

/** A challenge for the passkeys of a browser. */
export const challengePasskey = (deps: Deps, browser: string): Output<typeof passkeys.challenge> => ({
  ...createChallenge(deps, { kind: 'passkey', for: browser }),
  rp_id: siteOf(deps).expectedRPID,
});

/** Who answers a challenge. */
export interface Answering {
  /** Undefined for one that did not ask for a challenge. */
  browser: string | undefined;
  /** Of the network. */
  address: string;
}

/** Does work in one transaction, with its account locked, for which a passkey has signed; refuses and counts anything else. */
export async function withPasskey<T>(
  deps: Deps,
  answer: PasskeyAnswer,
  { browser = '', address }: Answering,
  work: (unit: Unit, passkey: KnownPasskey & { sessionsSince: number }) => Promise<T>,
): Promise<T> {
  const { database, clock } = deps;
  const limits = [{ key: `passkey:address:${networkOf(address)}`, attempts: 100, seconds: 15 * 60 }];
  await countAttempt(database.query, clock.now(), limits);
  const challenge = await useChallenge(deps, answer.sealed, { kind: 'passkey', for: browser });
  const passkey = await findPasskey(database.query, answer.id);
  if (challenge === undefined || !passkey) throw new AppError('passkey');
  const signed = await verifySignature(deps, answer, passkey, challenge);
  const done = await deps.unit(async (unit) => {
    const { id, accountId, name } = passkey;
    const account = await lockAccount(unit.query, accountId);
    const now = clock.now();
    if (account && (await markPasskeyUsed(unit.query, { id, ...signed, now })))
      return { answer: await work(unit, { ...passkey, sessionsSince: account.sessionsSince }) };
    if (await findPasskey(unit.query, answer.id))
      await logFactor(unit.query, { accountId, action: 'passkey_refused', now, details: { passkey_name: name } });
    return undefined;
  });
  if (!done) throw new AppError('passkey');
  await forgiveAttempt(database.query, clock.now(), limits);
  return done.answer;
}

/** The same for a passkey that has to be of the account of a session. */
export const withOwnPasskey = <T>(
  deps: Deps,
  answer: PasskeyAnswer,
  { accountId, ...answering }: Answering & { accountId: number },
  work: (unit: Unit) => Promise<T>,
): Promise<T> =>
  withPasskey(deps, answer, answering, async (unit, passkey) => {
    if (passkey.accountId !== accountId) throw new AppError('passkey', { message: ofAnother });
    return work(unit);
  });

/** The signed counter and whether the passkey is backed up; its counter is compared when it is stored. */
async function verifySignature(deps: Deps, answer: PasskeyAnswer, { publicKey }: KnownPasskey, challenge: string) {
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  const { id, client_data, authenticator_data, signature } = answer;
  const response = { clientDataJSON: client_data, authenticatorData: authenticator_data, signature };
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} },
    credential: { id, publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')), counter: 0 },
    expectedChallenge: challenge,
    ...siteOf(deps),
    requireUserVerification: true,
  }).catch(refuse(deps));
  if (!verified) throw new AppError('passkey');
  return { counter: authenticationInfo.newCounter, isBackedUp: authenticationInfo.credentialBackedUp };
}

/** The library throws for whatever is wrong with an answer. */
const refuse =
  ({ log }: Deps) =>
  (cause: unknown): never => {
    log.warn({ err: cause }, 'a passkey was refused');
    throw new AppError('passkey', { cause });
  };
