import { workspaceRoleOf } from '@quartermaster/contract/access.ts';
import { invitationDays, type Offer } from '@quartermaster/contract/endpoints/people/members.ts';
import { pageWithHash, paths } from '@quartermaster/contract/paths.ts';
import type { Letter } from '../../core/mail/mail-text.ts';
import type { MailedSecret } from '../../core/mail/one-time-links.ts';

/** To an invited address: the user signs in and accepts, or first creates a password if they have no account. */
export function invitationLetter(offer: Offer, secret: MailedSecret): Letter {
  const { email, workspace_name, role_id, invited_by, has_account } = offer;
  const role = workspaceRoleOf(role_id);
  const invitation = invited_by === null ? 'You are invited' : `${invited_by} has invited you`;
  return {
    kind: 'awaited',
    to: email,
    secretId: secret.id,
    subject: `Join the workspace ${workspace_name}`,
    headline: `You are invited to ${workspace_name}`,
    sentences: [
      `${invitation} to join the workspace ${workspace_name} in Quartermaster as ${role === 'member' ? 'a' : 'an'} ${role}.`,
      has_account
        ? 'Open the link and sign in with this email address to accept.'
        : 'Open the link and create a password: your account is ready then, and you are in.',
    ],
    button: has_account
      ? { label: 'Accept invitation', path: pageWithHash(paths.invitation, secret.text) }
      : { label: 'Create password', path: pageWithHash(paths.confirmRegistration, secret.text) },
    note: `The link works once and for ${invitationDays} days. If you do not know who this is from, you need not do anything.`,
  };
}
