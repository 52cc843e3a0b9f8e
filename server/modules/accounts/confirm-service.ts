import type { Input, Output } from '@quartermaster/contract/endpoints/endpoint.ts';
import type { accounts } from '@quartermaster/contract/endpoints/people/accounts.ts';
import type { Deps } from '../../core/app/deps.ts';
import { AppError } from '../../core/base/errors.ts';
import { countAttempt, forgiveAttempt, limitsOf } from '../../core/http/rate-limit.ts';
import type { Caller } from '../../core/session/access.ts';
import { verifyPassword } from '../../core/session/passwords.ts';
import { isCompanyVia } from '../../core/session/session-token.ts';
import { withCode } from './code-service.ts';
import { findFactor } from './factor-repository.ts';
import { type Answering, withOwnPasskey } from './passkey-service.ts';
import { readCredentials } from './repository.ts';
import { signIns } from './session-service.ts';
import { markProved } from './sign-in-repository.ts';

/** What the user of a session can confirm a change with. */
export async function readProofs(
  { database }: Deps,
  { accountId, via }: Caller,
): Promise<Output<typeof accounts.getProofs>> {
  const factor = await findFactor(database.query, accountId);
  const known = await readCredentials(database.query, accountId);
  return {
    password: !factor && known !== undefined && known.passwordHash !== '',
    code: factor !== undefined,
    passkey: (factor?.passkeys ?? 0) > 0,
    company: isCompanyVia(via),
  };
}

/** Confirms a session by what its account signs in with. Whoever knows only the password of an account with a second factor is refused. */
export async function confirmSession(
  deps: Deps,
  caller: Caller,
  proof: Input<typeof accounts.confirm>['body'],
  answering: Answering,
): Promise<void> {
  const { address } = answering;
  const { accountId, signIn } = caller;
  const proved = { accountId, signIn, now: deps.clock.now() };
  if ('code' in proof)
    return withCode(deps, { accountId, code: proof.code, address, error: 'invalid' }, ({ query }) =>
      markProved(query, proved),
    );
  if ('passkey' in proof)
    return withOwnPasskey(deps, proof.passkey, { ...answering, accountId }, ({ query }) => markProved(query, proved));
  if (await findFactor(deps.database.query, accountId))
    throw new AppError('invalid', { fields: { password: 'Your account has a second factor. Use it instead.' } });
  await requirePassword(deps, caller, proof.password, address);
  await markProved(deps.database.query, proved);
}

/** Wrong passwords count as those of sign-ins. */
export async function requirePassword(
  { database, clock }: Deps,
  { accountId }: Caller,
  password: string,
  address: string,
): Promise<void> {
  const known = await readCredentials(database.query, accountId);
  if (!known) throw new AppError('session_expired');
  const limits = limitsOf(signIns, known.email, address);
  await countAttempt(database.query, clock.now(), limits);
  if (!(await verifyPassword(known.passwordHash, password)))
    throw new AppError('invalid', { fields: { password: 'This is not your password' } });
  await forgiveAttempt(database.query, clock.now(), limits);
}
