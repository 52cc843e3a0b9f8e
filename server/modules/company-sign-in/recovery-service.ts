import type { Deps } from '../../core/app/deps.ts';
import { AppError } from '../../core/base/errors.ts';
import { countAttempt, limitOfMails, limitsOf } from '../../core/http/rate-limit.ts';
import { issueCode, useCode } from '../../core/mail/one-time-codes.ts';
import type { Caller } from '../../core/session/access.ts';
import { recoveryVia } from '../../core/session/session-token.ts';
import { writeLog } from '../access-log/repository.ts';
import { findAccount, lockAccount } from '../accounts/repository.ts';
import { beginSession, type Session } from '../accounts/session-service.ts';
import { endSignIns, findSignIn } from '../accounts/sign-in-repository.ts';
import { recoveryLetter } from './letters.ts';
import { listOnlyWorkspaces } from './setting-repository.ts';

const codes = limitOfMails('company-recovery');

/** Milliseconds after a sign-in by password, which asked for the second factor if there is one. */
const recently = 15 * 60_000;

const wrongCode = {
  wrong: 'This code is not correct. Use the one in the latest mail that we sent you.',
  over: 'This code is no longer good. Send a new one.',
} as const;

/** The workspaces that the caller can get back into; throws for others than owners who have just signed in with a password. */
async function requireOwner({ database, clock }: Deps, { accountId, signIn, via }: Caller): Promise<number[]> {
  const owned = (await listOnlyWorkspaces(database.query, accountId)).filter(({ isOwner }) => isOwner);
  if (owned.length === 0)
    throw new AppError('forbidden', { message: 'Only owners get back in without their company. Ask an owner.' });
  const known = await findSignIn(database.query, { accountId, signIn });
  if (via !== '' || !known || clock.now().getTime() - known.createdAt.getTime() > recently)
    throw new AppError('forbidden', {
      message: 'Sign out, sign in again with your password, and do this within 15 minutes.',
    });
  return owned.map(({ id }) => id);
}

/** Mails a code to an owner. */
export async function sendRecoveryCode(deps: Deps, caller: Caller, address: string): Promise<void> {
  await requireOwner(deps, caller);
  const { accountId } = caller;
  const now = deps.clock.now();
  await countAttempt(deps.database.query, now, limitsOf(codes, String(accountId), address));
  const account = await findAccount(deps.database.query, accountId);
  if (!account) throw new AppError('session_expired');
  await deps.unit(async ({ query, post }) => {
    const code = await issueCode(query, 'company-recovery', String(accountId), { secrets: deps.secrets, now });
    await post(recoveryLetter(account.email, code));
  });
}

/** Exchanges the code for a session that opens the workspaces of the owner, and ends the one before. */
export async function recover(
  deps: Deps,
  caller: Caller,
  code: string,
  userAgent: string | undefined,
): Promise<Session> {
  const { secrets, clock } = deps;
  const { accountId, signIn } = caller;
  const workspaces = await requireOwner(deps, caller);
  const now = clock.now();
  const typed = code.replaceAll(/\s/g, '');
  const outcome = await deps.unit(async ({ query }) => {
    const verdict = await useCode(query, 'company-recovery', String(accountId), typed, { secrets, now });
    if (verdict !== 'right') return verdict;
    const account = await lockAccount(query, accountId);
    if (!account) throw new AppError('session_expired');
    await endSignIns(query, { accountId, ids: [signIn], now });
    const actor = { kind: 'account', accountId } as const;
    for (const workspaceId of workspaces)
      await writeLog(query, { workspaceId, actor, now }, [{ action: 'company_recovered', details: {} }]);
    return beginSession(query, deps, { accountId, sessionsSince: account.sessionsSince, userAgent, via: recoveryVia });
  });
  if (outcome === 'wrong' || outcome === 'over')
    throw new AppError('invalid', { fields: { code: wrongCode[outcome] } });
  return outcome;
}
