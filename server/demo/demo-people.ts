import type { Environment } from '@quartermaster/contract/access.ts';
import type { Query } from '../core/database/database.ts';
import { demoAccounts } from '../core/environment/demo-accounts.ts';
import { createAccount } from '../modules/accounts/service.ts';
import { activateInstance } from '../modules/instances/service.ts';
import { addMember, createProject, createRole, createWorkspace, grantRole } from '../modules/workspaces/service.ts';

/** The instance that receives the demo's content, and the account that saves it. */
export interface DemoPlace {
  ownerId: number;
  /** An admin of the workspace, and a member with the role Designer in Dev. */
  adminId: number;
  memberId: number;
  workspaceId: number;
  projectId: number;
  instances: Record<Environment, number>;
}

const month = 30 * 24 * 60 * 60 * 1000;

/** Creates the demo's users, their workspaces and projects. */
export async function seedPeople(query: Query, now: Date): Promise<DemoPlace> {
  const ids: number[] = [];
  for (const email of demoAccounts.emails) {
    ids.push(await createAccount(query, { name: nameOf(email), email, password: demoAccounts.password, now }));
  }
  const [owner, admin, member, free] = ids;
  if (!owner || !admin || !member || !free) throw new Error('The demo needs four accounts.');
  const nextBillingDateAt = new Date(now.getTime() + month);
  const workspaceId = await createWorkspace(query, {
    name: 'Ancient Works',
    ownerId: owner,
    now,
    subscription: {
      plan: 'teams',
      status: 'active',
      // Two more than there are members, so that users can be invited.
      members: 5,
      projects: 3,
      nextBillingDateAt,
    },
  });
  const project = await createProject(query, { workspaceId, name: 'Dota 2', now });
  const instances = Object.fromEntries(project.instances.map(({ id, env }) => [env, id])) as Record<
    Environment,
    number
  >;
  await addMember(query, { workspaceId, accountId: admin, role: 'admin', now });
  await addMember(query, { workspaceId, accountId: member, role: 'member', now });
  const designer = await createRole(query, {
    workspaceId,
    name: 'Designer',
    allowed: ['READ', 'EXPORT', 'CREATE_ITEM', 'INSTANCE_CHANGES'],
  });
  const viewer = await createRole(query, { workspaceId, name: 'Viewer', allowed: ['READ'] });
  for (const { id: instanceId, env } of project.instances) {
    await grantRole(query, { workspaceId, instanceId, accountId: admin });
    await grantRole(query, { workspaceId, instanceId, accountId: member, roleId: env === 'Dev' ? designer : viewer });
  }
  const solo = await createWorkspace(query, {
    name: 'Solo Works',
    ownerId: free,
    now,
    subscription: { plan: 'free', status: 'active' },
  });
  const prototype = await createProject(query, { workspaceId: solo, name: 'Prototype', now });
  // So that the first sign-in shows content rather than a choice of instances.
  for (const accountId of [owner, admin, member])
    await activateInstance(query, { accountId, instanceId: instances.Dev });
  for (const { id } of prototype.instances) await activateInstance(query, { accountId: free, instanceId: id });
  return { ownerId: owner, adminId: admin, memberId: member, workspaceId, projectId: project.id, instances };
}

/** `owner@...` is named Olivia Owner, so that screens show realistic names. */
const firstNames: Record<string, string> = { owner: 'Olivia', admin: 'Adam', member: 'Mia', free: 'Finn' };

function nameOf(email: string): string {
  const [role = ''] = email.split('@');
  return `${firstNames[role] ?? 'Someone'} ${role.charAt(0).toUpperCase()}${role.slice(1)}`;
}
