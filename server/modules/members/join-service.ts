import { plans } from '@quartermaster/contract/access.ts';
import type { Offer } from '@quartermaster/contract/endpoints/members.ts';
import { seatLimit } from '@quartermaster/contract/plan-limits.ts';
import type { Deps } from '../../core/app/deps.ts';
import { AppError } from '../../core/base/errors.ts';
import type { Db, Query } from '../../core/database/database.ts';
import { tellLink } from '../../core/mail/link-check.ts';
import { checkLink, redeemLink } from '../../core/mail/one-time-links.ts';
import { writeLog } from '../access-log/repository.ts';
import { findAccount } from '../accounts/repository.ts';
import { countSeats, insertMember, lockSubscription } from '../workspaces/repository.ts';
import { deleteInvitation, findOffer, type KeptInvitation, lockInvitation } from './invitation-repository.ts';
import { findMember } from './repository.ts';

type Needs = Pick<Deps, 'database' | 'clock'>;

/** What the link of an invitation is to; throws where it works no longer. */
export async function tellOffer(deps: Needs, hash: string, address: string): Promise<Offer> {
  const { subject } = await tellLink(deps, 'invitation', hash, address);
  return readOffer(deps, subject);
}

/** What an invitation is to, by the subject of its link. */
export async function readOffer({ database, clock }: Needs, subject: string): Promise<Offer> {
  const offer = await findOffer(database.query, Number(subject), clock.now());
  if (!offer) throw new AppError('link_expired');
  return offer;
}

/** Lets an account join that has the invited address; answers the workspace. */
export async function acceptInvitation(deps: Needs, accountId: number, hash: string): Promise<number> {
  const { subject } = await checkLink(deps.database.db, 'invitation', hash, deps.clock.now());
  return deps.database.transaction((tx, query) =>
    join(tx, query, { subject, hash, now: deps.clock.now() }, async ({ email }) => {
      const account = await findAccount(tx, accountId);
      if (!account) throw new AppError('session_expired');
      if (account.email.toLowerCase() !== email.toLowerCase()) throw wrongAccount(email, account.email);
      return accountId;
    }),
  );
}

const wrongAccount = (invited: string, own: string) =>
  new AppError('forbidden', {
    message: `This invitation is for ${invited}, and you are signed in as ${own}. Sign out, and sign in as ${invited}.`,
  });

/** Uses an invitation up for the account that `accountFor` finds or makes for it, all or nothing. */
export async function join(
  tx: Db,
  query: Query,
  { subject, hash, now }: { subject: string; hash: string; now: Date },
  accountFor: (invitation: KeptInvitation) => Promise<number>,
): Promise<number> {
  const id = Number(subject);
  const found = await findOffer(query, id, now);
  const subscription = found && (await lockSubscription(query, found.workspace_id));
  const invitation = found && (await lockInvitation(query, found.workspace_id, { id }));
  if (!subscription || !invitation || invitation.expires_at <= now) {
    // Says so itself where somebody has accepted it meanwhile.
    await redeemLink(tx, 'invitation', hash, now);
    throw new AppError('link_expired');
  }
  const { workspace_id: workspaceId, role_id: roleId } = invitation;
  const accountId = await accountFor(invitation);
  await redeemLink(tx, 'invitation', hash, now);
  const { plan, status, members } = subscription;
  if (status === 'canceled') throw new AppError('canceled');
  if (!plans[plan].inviteMembers) throw new AppError('plan');
  if ((await countSeats(query, workspaceId, now)) > seatLimit({ status, paid: members })) throw new AppError('seats');
  await deleteInvitation(query, id);
  if (await findMember(query, { workspaceId, accountId }))
    throw new AppError('taken', { message: 'You are a member of this workspace already.' });
  await insertMember(tx, { workspaceId, accountId, roleId });
  const details = { workspace_role_id: roleId };
  await writeLog(query, { workspaceId, actorId: accountId, now }, [{ action: 'joined', subject: accountId, details }]);
  return workspaceId;
}
