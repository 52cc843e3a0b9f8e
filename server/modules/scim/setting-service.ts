import { assignableRoles, workspaceRoleOf, workspaceRoles } from '@quartermaster/contract/access.ts';
import type { Output } from '@quartermaster/contract/endpoints/endpoint.ts';
import { scim } from '@quartermaster/contract/endpoints/people/scim.ts';
import type { Deps } from '../../core/app/deps.ts';
import { AppError } from '../../core/base/errors.ts';
import { hashToken, randomToken } from '../../core/environment/secrets.ts';
import type { WorkspaceCaller } from '../../core/session/access.ts';
import { writeLog } from '../access-log/repository.ts';
import { readSetting } from '../company-sign-in/setting-repository.ts';
import { beginChange } from '../workspaces/change-service.ts';
import { defaultRoleOf } from './directory-service.ts';
import { findGroup, listCountedGroups, listUserIds, writeGroupRole } from './group-repository.ts';
import { applyRoles } from './group-service.ts';
import { scimLimits } from './read-body.ts';
import { deleteToken, insertToken, listTokens } from './token-repository.ts';
import { countUsers } from './user-repository.ts';

/** How many characters of a token are shown. */
const prefixLength = 10;

/** The address of the server for directories. */
export const scimAddress = ({ config }: Pick<Deps, 'config'>): string => `${config.publicUrl}/scim/v2`;

type Token = Output<typeof scim.get>['tokens'][number];

const toToken = (row: Awaited<ReturnType<typeof listTokens>>[number]): Token => ({
  id: row.id,
  prefix: row.prefix,
  created_at: row.created_at.toISOString(),
  last_used_at: row.last_used_at?.toISOString() ?? null,
});

/** What the directory of a workspace has sent, and its tokens. */
export async function readScim(deps: Deps, { workspaceId }: WorkspaceCaller): Promise<Output<typeof scim.get>> {
  const { query } = deps.database;
  return {
    address: scimAddress(deps),
    tokens: (await listTokens(query, workspaceId)).map(toToken),
    users: await countUsers(query, workspaceId),
    groups: (await listCountedGroups(query, workspaceId)).map(({ id, display_name: name, members, role_id }) => ({
      id,
      name,
      members,
      role_id: role_id === workspaceRoles.owner ? null : role_id,
    })),
  };
}

/** Makes a token; its secret is only known from the answer. */
export function createScimToken(deps: Deps, caller: WorkspaceCaller): Promise<Output<typeof scim.createToken>> {
  const now = deps.clock.now();
  const secret = `qms_${randomToken()}`;
  const prefix = secret.slice(0, prefixLength);
  return deps.unit(async ({ query }) => {
    const { workspaceId, actor } = await beginChange(query, scim.createToken.access, caller, now);
    if (!(await readSetting(query, workspaceId)))
      throw new AppError('not_found', { message: 'Save the company sign-in first.' });
    if ((await listTokens(query, workspaceId)).length >= scimLimits.tokens) {
      const message = `A workspace has at most ${scimLimits.tokens} SCIM tokens. Revoke one that is not used any more.`;
      throw new AppError('invalid', { message });
    }
    const id = await insertToken(query, { workspaceId, tokenHash: hashToken(secret), prefix, now });
    const entry = { action: 'scim_token_created', details: { token_name: prefix } } as const;
    await writeLog(query, { workspaceId, actor, now }, [entry]);
    return { token: { id, prefix, created_at: now.toISOString(), last_used_at: null }, secret };
  });
}

/** Revokes a token, at once. */
export function revokeScimToken(deps: Deps, caller: WorkspaceCaller, id: number): Promise<void> {
  const now = deps.clock.now();
  return deps.unit(async ({ query }) => {
    const { workspaceId, actor } = await beginChange(query, scim.revokeToken.access, caller, now);
    const prefix = await deleteToken(query, workspaceId, id);
    if (prefix === undefined) throw new AppError('not_found', { message: 'This token does not exist any more.' });
    const entry = { action: 'scim_token_revoked', details: { token_name: prefix } } as const;
    await writeLog(query, { workspaceId, actor, now }, [entry]);
  });
}

/** Gives the members of a group a role, or none. */
export function setGroupRole(
  deps: Deps,
  caller: WorkspaceCaller,
  { groupId, roleId }: { groupId: number; roleId: typeof workspaceRoles.admin | typeof workspaceRoles.member | null },
): Promise<void> {
  const now = deps.clock.now();
  return deps.unit(async ({ query }) => {
    const { workspaceId, actor, plan } = await beginChange(query, scim.setGroupRole.access, caller, now);
    const group = await findGroup(query, workspaceId, { id: groupId });
    if (!group) throw new AppError('not_found', { message: 'The directory has removed this group.' });
    if (group.role_id === roleId) return;
    if (roleId !== null && !assignableRoles(plan, 'owner').includes(workspaceRoleOf(roleId)))
      throw new AppError('plan');
    await writeGroupRole(query, groupId, roleId);
    const details = {
      group_name: group.display_name,
      ...(roleId !== null && { workspace_role_id: roleId }),
      ...(group.role_id !== null && { previous_workspace_role_id: group.role_id }),
    };
    const context = { workspaceId, actor, now };
    await writeLog(query, context, [{ action: 'scim_group_role_changed', details }]);
    const setting = await readSetting(query, workspaceId);
    const defaultRoleId = defaultRoleOf(setting);
    await applyRoles({ query, context, defaultRoleId, plan }, await listUserIds(query, groupId));
  });
}
