import type { Permission } from '@quartermaster/contract/access.ts';
import { createRole, grantRole } from '../../server/modules/workspaces/service.ts';
import type { TestServer } from './server.ts';

/** Replaces the member's permissions in Dev. */
export async function allowInDev({ app, studio }: TestServer, ...allowed: Permission[]): Promise<void> {
  const { workspaceId, dev, accounts } = studio;
  const { query } = app.deps.database;
  await query('delete from instance_members where account_id = $1', [accounts.member]);
  if (allowed.length === 0) return;
  const roleId = await createRole(query, { workspaceId, name: `Role ${Math.random()}`, allowed });
  await grantRole(query, { workspaceId, instanceId: dev, accountId: accounts.member, roleId });
}
