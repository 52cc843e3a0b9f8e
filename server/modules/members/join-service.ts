import { assignableRoles, plans, workspaceRoleOf } from '@quartermaster/contract/access.ts';
import type { Offer } from '@quartermaster/contract/endpoints/people/members.ts';
import { seatLimit } from '@quartermaster/contract/plan-limits.ts';
import { currentPlan } from '@quartermaster/contract/subscription.ts';
import type { Deps } from '../../core/app/deps.ts';
import { AppError } from '../../core/base/errors.ts';
import type { Query } from '../../core/database/database.ts';
import { assertLinkWorks } from '../../core/mail/link-check.ts';
import { checkLink, redeemLink } from '../../core/mail/one-time-links.ts';
import { writeLog } from '../access-log/repository.ts';
import { findAccount } from '../accounts/repository.ts';
import { insertMember, lockSubscription } from '../workspaces/repository.ts';
import { deleteInvitation, findOffer, type KeptInvitation, lockInvitation } from './invitation-repository.ts';
import { countMembers, findMember } from './repository.ts';

type Needs = Pick<Deps, 'database' | 'unit' | 'clock'>;

/** The content of a link's invitation; throws if the link no longer works. */
export async function checkInvitationLink(deps: Needs, hash: string, address: string): Promise<Offer> {
  const { subject } = await assertLinkWorks(deps, 'invitation', hash, address);
  return readOffer(deps, subject);
}

/** The content of an invitation, by the subject of its link. */
export async function readOffer({ database, clock }: Needs, subject: string): Promise<Offer> {
  const offer = await findOffer(database.query, Number(subject), clock.now());
  if (!offer) throw new AppError('link_expired');
  return offer;
}

/** Adds an account with the invited address to the workspace; returns the workspace. */
export async function acceptInvitation(deps: Needs, accountId: number, hash: string): Promise<number> {
  const { subject } = await checkLink(deps.database.query, 'invitation', hash, deps.clock.now());
  const { workspaceId, isMemberAlready } = await deps.unit(({ query }) =>
    join(query, { subject, hash, now: deps.clock.now() }, async ({ email }) => {
      const account = await findAccount(query, accountId);
      if (!account) throw new AppError('session_expired');
      if (account.email.toLowerCase() !== email.toLowerCase()) throw wrongAccount(email, account.email);
      return accountId;
    }),
  );
  // Only after the commit: the invitation has ended, and its seat is free.
  if (isMemberAlready) throw new AppError('taken', { message: 'You are a member of this workspace already.' });
  return workspaceId;
}

const wrongAccount = (invited: string, signedIn: string) =>
  new AppError('forbidden', {
    message: `This invitation is for ${invited}, and you are signed in as ${signedIn}. Sign out, and sign in as ${invited}.`,
  });

interface Joined {
  workspaceId: number;
  /** True if the account was already a member; its role is unchanged. */
  isMemberAlready: boolean;
}

/** Uses an invitation for the account that `accountFor` finds or creates for it, all or nothing. */
export async function join(
  query: Query,
  { subject, hash, now }: { subject: string; hash: string; now: Date },
  accountFor: (invitation: KeptInvitation) => Promise<number>,
): Promise<Joined> {
  const id = Number(subject);
  const found = await findOffer(query, id, now);
  const subscription = found && (await lockSubscription(query, found.workspace_id));
  const invitation = found && (await lockInvitation(query, found.workspace_id, { id }));
  if (!subscription || !invitation || invitation.expires_at <= now) {
    // Throws if another request has accepted it in the meantime.
    await redeemLink(query, 'invitation', hash, now);
    throw new AppError('link_expired');
  }
  const { workspace_id: workspaceId, role_id: roleId } = invitation;
  const accountId = await accountFor(invitation);
  await redeemLink(query, 'invitation', hash, now);
  if (await findMember(query, { workspaceId, accountId })) {
    await deleteInvitation(query, id);
    return { workspaceId, isMemberAlready: true };
  }
  const { status, members } = subscription;
  const { plan, isCanceled } = currentPlan(subscription, now);
  if (isCanceled) throw new AppError('canceled');
  // The plan may have changed since the role was assigned.
  if (!plans[plan].inviteMembers || !assignableRoles(plan, 'owner').includes(workspaceRoleOf(roleId)))
    throw new AppError('plan');
  // Other open invitations take no seat from the joining account.
  if ((await countMembers(query, workspaceId, '')) >= seatLimit({ status, paid: members })) throw new AppError('seats');
  await deleteInvitation(query, id);
  await insertMember(query, { workspaceId, accountId, roleId, now });
  const details = { workspace_role_id: roleId };
  await writeLog(query, { workspaceId, actor: { kind: 'account', accountId }, now }, [
    { action: 'joined', subject: accountId, details },
  ]);
  return { workspaceId, isMemberAlready: false };
}
