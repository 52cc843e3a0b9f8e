import type { WorkspaceRoleId } from '@quartermaster/contract/access.ts';
import type { Invitation, Offer } from '@quartermaster/contract/endpoints/people/members.ts';
import type { Query } from '../../core/database/database.ts';
import { numberArray } from '../../core/database/pg-array.ts';
import type { Page } from '../../core/http/page.ts';

/** Newest first. */
export type InvitationPlace = readonly [id: number];

interface ListRow extends Omit<Invitation, 'sent_at' | 'expires_at'> {
  sent_at: Date;
  expires_at: Date;
}

const isFound = `($2 = '' or strpos(fold(v.email), fold($2)) > 0)`;

export async function listInvitations(
  query: Query,
  workspaceId: number,
  { search, after, take, now }: Page<InvitationPlace> & { now: Date },
): Promise<Invitation[]> {
  const rows = await query<ListRow>(
    `select v.id, v.email, v.role_id, a.name as invited_by, v.sent_at, v.expires_at, v.expires_at <= $5 as is_expired
      from invitations v left join accounts a on a.id = v.invited_by
      where v.workspace_id = $1 and ${isFound} and v.id < $3 order by v.id desc limit $4::int`,
    [workspaceId, search, ...after, take, now],
    'invitations-list',
  );
  return rows.map(({ sent_at, expires_at, ...row }) => ({
    ...row,
    sent_at: sent_at.toISOString(),
    expires_at: expires_at.toISOString(),
  }));
}

export async function countInvitations(query: Query, workspaceId: number, search: string): Promise<number> {
  const [row] = await query<{ count: number }>(
    `select count(*)::int as count from invitations v where v.workspace_id = $1 and ${isFound}`,
    [workspaceId, search],
    'invitations-count',
  );
  return row?.count ?? 0;
}

/** A stored invitation. */
export interface KeptInvitation {
  id: number;
  workspace_id: number;
  email: string;
  role_id: WorkspaceRoleId;
  link_id: string;
  expires_at: Date;
}

const columns = 'id, workspace_id, email, role_id, link_id, expires_at';

/** Locks an invitation of a workspace in the transaction. */
export async function lockInvitation(
  query: Query,
  workspaceId: number,
  by: { id: number } | { email: string },
): Promise<KeptInvitation | undefined> {
  const [row] =
    'id' in by
      ? await query<KeptInvitation>(
          `select ${columns} from invitations where workspace_id = $1 and id = $2 for update`,
          [workspaceId, by.id],
          'invitation-lock',
        )
      : await query<KeptInvitation>(
          `select ${columns} from invitations where workspace_id = $1 and lower(email) = lower($2) for update`,
          [workspaceId, by.email],
          'invitation-lock-by-email',
        );
  return row;
}

/**
 * The content of an invitation's mail, unless it was sent again or has ended since; unchanged until the transaction
 * ends.
 */
export async function lockSending(
  query: Query,
  { id, linkId }: { id: number; linkId: string },
  now: Date,
): Promise<(KeptInvitation & Offer) | undefined> {
  const [row] = await query<KeptInvitation & Offer>(
    `${offer} where v.id = $1 and v.link_id = $2 and v.expires_at > $3 for share of v`,
    [id, linkId, now],
    'invitation-sending',
  );
  return row;
}

const offer = `
  select v.id, v.workspace_id, v.link_id, v.expires_at, v.email, v.role_id, w.name as workspace_name, b.name as invited_by,
    exists (select from accounts a where lower(a.email) = lower(v.email)) as has_account
  from invitations v join workspaces w on w.id = v.workspace_id left join accounts b on b.id = v.invited_by`;

/** The workspace, role and address of an open invitation. */
export async function findOffer(query: Query, id: number, now: Date): Promise<(KeptInvitation & Offer) | undefined> {
  const [row] = await query<KeptInvitation & Offer>(
    `${offer} where v.id = $1 and v.expires_at > $2`,
    [id, now],
    'invitation-offer',
  );
  return row;
}

interface Sending {
  workspaceId: number;
  email: string;
  roleId: number;
  invitedBy: number;
  linkId: string;
  sentAt: Date;
  expiresAt: Date;
}

/** Creates the invitation of an address, or renews the existing one. */
export async function saveInvitation(query: Query, sending: Sending): Promise<number> {
  const { workspaceId, email, roleId, invitedBy, linkId, sentAt, expiresAt } = sending;
  const [row] = await query<{ id: number }>(
    `insert into invitations (workspace_id, email, role_id, invited_by, link_id, sent_at, expires_at)
      values ($1, $2, $3, $4, $5, $6, $7)
      on conflict (workspace_id, lower(email)) do update
        set email = $2, role_id = $3, invited_by = $4, link_id = $5, sent_at = $6, expires_at = $7
      returning id`,
    [workspaceId, email, roleId, invitedBy, linkId, sentAt, expiresAt],
  );
  if (!row) throw new Error('No invitation was stored.');
  return row.id;
}

export async function deleteInvitation(query: Query, id: number): Promise<void> {
  await query('delete from invitations where id = $1', [id]);
}

/** Deletes accounts' invitations to roles above their remaining one, which they could no longer send. */
export async function deleteInvitationsOf(
  query: Query,
  { workspaceId, accountIds, above }: { workspaceId: number; accountIds: readonly number[]; above: number },
): Promise<KeptInvitation[]> {
  return query<KeptInvitation>(
    `delete from invitations where workspace_id = $1 and invited_by = any($2::text::int[]) and role_id < $3 returning ${columns}`,
    [workspaceId, numberArray(accountIds), above],
  );
}
