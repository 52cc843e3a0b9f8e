import { Text } from '@mantine/core';
import { workspaceRoleOf } from '@quartermaster/contract/access.ts';
import type { Offer } from '@quartermaster/contract/endpoints/people/members.ts';
import { roleWithArticle } from './role-with-article.ts';

/** The text of an invitation: inviter, workspace and role. */
export const OfferText = ({ offer }: { offer: Offer }) => (
  <Text>
    {offer.invited_by === null ? 'You are invited' : `${offer.invited_by} has invited you`} to join the workspace{' '}
    <strong>{offer.workspace_name}</strong> as {roleWithArticle[workspaceRoleOf(offer.role_id)]}.
  </Text>
);
