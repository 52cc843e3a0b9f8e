import { randomUUID } from 'node:crypto';
import { workspaceRoleOf } from '@quartermaster/contract/access.ts';
import { invitationDays, invitations, members } from '@quartermaster/contract/endpoints/people/members.ts';
import { seatLimit } from '@quartermaster/contract/plan-limits.ts';
import type { Deps } from '../../core/app/deps.ts';
import { defineJob } from '../../core/app/module.ts';
import { AppError } from '../../core/base/errors.ts';
import type { Query } from '../../core/database/database.ts';
import { hashToken } from '../../core/environment/secrets.ts';
import { countAttempt, type Limit } from '../../core/http/rate-limit.ts';
import type { Send } from '../../core/jobs/jobs.ts';
import { isIssued, issueLink, revokeSecrets } from '../../core/mail/one-time-links.ts';
import type { WorkspaceCaller } from '../../core/session/access.ts';
import { writeLog } from '../access-log/repository.ts';
import { beginChange, type Changer } from '../workspaces/change-service.ts';
import { countSeats } from '../workspaces/repository.ts';
import { deleteInvitation, lockInvitation, lockSending, saveInvitation } from './invitation-repository.ts';
import { invitationLetter } from './letters.ts';
import { refuseManaging, refuseRole } from './refuse.ts';
import { isMember } from './repository.ts';

/** Checks whether the invited address has an account, and sends the matching mail; if repeated, it mails nothing twice. */
export const invitationJob = defineJob<{ id: number; link_id: string }>({
  name: 'invitation',
  retryFor: 'hours',
  run: async ({ unit, clock }, { id, link_id: linkId }) => {
    const now = clock.now();
    await unit(async ({ post, query }) => {
      if (await isIssued(query, linkId)) return;
      const invitation = await lockSending(query, { id, linkId }, now);
      if (!invitation) return;
      const seconds = (invitation.expires_at.getTime() - now.getTime()) / 1000;
      const link = { id: linkId, purpose: 'invitation', subject: String(id), now, seconds } as const;
      await post(invitationLetter(invitation, await issueLink(query, link)));
    });
  },
});

/** 5 mails an hour to one address, from all senders, and 200 from one workspace. */
const limitsOf = (workspaceId: number, email: string): Limit[] => [
  { key: `invitation:account:${hashToken(email.toLowerCase())}`, attempts: 5, seconds: 60 * 60 },
  { key: `invitation:workspace:${workspaceId}`, attempts: 200, seconds: 60 * 60 },
];

const millisecondsOpen = invitationDays * 24 * 60 * 60 * 1000;

/** Invites an address, or renews its invitation; returns the id of its only invitation. */
export function invite(
  { unit, clock }: Pick<Deps, 'unit' | 'clock'>,
  caller: WorkspaceCaller,
  { email, role_id: roleId }: { email: string; role_id: number },
): Promise<number> {
  const now = clock.now();
  return unit(async ({ send, query }) => {
    const changer = await beginChange(query, members.invite.access, caller, now);
    const { workspaceId } = changer;
    refuseRole(changer, workspaceRoleOf(roleId));
    await refuseMember(query, workspaceId, email);
    const known = await lockInvitation(query, workspaceId, { email });
    if (known) refuseManaging(changer, known.role_id);
    if (!known || known.expires_at <= now) await refuseFull(query, changer, now);
    const id = await sendInvitation(query, send, changer, { email, roleId, now });
    // Its first mail may not have been sent yet.
    if (known) await revokeSecrets(query, ['invitation'], String(known.id), now);
    const entry = { action: 'invited', subject: email, details: { workspace_role_id: roleId } } as const;
    await writeLog(query, { workspaceId, actor: changer.actor, now }, [entry]);
    return id;
  });
}

/** Emails an invitation again and restarts its days; only the new link works. */
export function resendInvitation(
  { unit, clock }: Pick<Deps, 'unit' | 'clock'>,
  caller: WorkspaceCaller,
  id: number,
): Promise<void> {
  const now = clock.now();
  return unit(async ({ send, query }) => {
    const changer = await beginChange(query, invitations.resend.access, caller, now);
    const { workspaceId } = changer;
    const known = await lockInvitation(query, workspaceId, { id });
    if (!known) throw new AppError('not_found');
    refuseManaging(changer, known.role_id);
    refuseRole(changer, workspaceRoleOf(known.role_id));
    await refuseMember(query, workspaceId, known.email);
    if (known.expires_at <= now) await refuseFull(query, changer, now);
    await sendInvitation(query, send, changer, { email: known.email, roleId: known.role_id, now });
    await revokeSecrets(query, ['invitation'], String(id), now);
    const details = { workspace_role_id: known.role_id };
    const entry = { action: 'invitation_resent', subject: known.email, details } as const;
    await writeLog(query, { workspaceId, actor: changer.actor, now }, [entry]);
  });
}

/** Withdraws an invitation: its link ends, and its seat becomes free. */
export function withdrawInvitation(
  { unit, clock }: Pick<Deps, 'unit' | 'clock'>,
  caller: WorkspaceCaller,
  id: number,
): Promise<void> {
  const now = clock.now();
  return unit(async ({ query }) => {
    const changer = await beginChange(query, invitations.withdraw.access, caller, now);
    const { workspaceId } = changer;
    const known = await lockInvitation(query, workspaceId, { id });
    if (!known) throw new AppError('not_found');
    refuseManaging(changer, known.role_id);
    await deleteInvitation(query, id);
    await revokeSecrets(query, ['invitation'], String(id), now);
    const details = { workspace_role_id: known.role_id };
    const entry = { action: 'invitation_withdrawn', subject: known.email, details } as const;
    await writeLog(query, { workspaceId, actor: changer.actor, now }, [entry]);
  });
}

/** Counts the mail, stores the invitation and enqueues the mail. */
async function sendInvitation(
  query: Query,
  send: Send,
  { workspaceId, accountId }: Changer,
  { email, roleId, now }: { email: string; roleId: number; now: Date },
): Promise<number> {
  await countAttempt(query, now, limitsOf(workspaceId, email));
  const linkId = randomUUID();
  const expiresAt = new Date(now.getTime() + millisecondsOpen);
  const sending = { workspaceId, email, roleId, invitedBy: accountId, linkId, sentAt: now, expiresAt };
  const id = await saveInvitation(query, sending);
  await send(invitationJob, { id, link_id: linkId }, linkId);
  return id;
}

async function refuseMember(query: Query, workspaceId: number, email: string): Promise<void> {
  if (await isMember(query, workspaceId, email))
    throw new AppError('taken', { message: `${email} is a member of this workspace already.` });
}

async function refuseFull(query: Query, { workspaceId, status, seats }: Changer, now: Date): Promise<void> {
  if ((await countSeats(query, workspaceId, now)) >= seatLimit({ status, paid: seats })) throw new AppError('seats');
}
