import { hash } from '@node-rs/argon2';
import type { Database, Query } from '../../server/core/database/database.ts';
import { insertAccount } from '../../server/modules/accounts/repository.ts';
import {
  addMember,
  createProject,
  createRole,
  createWorkspace,
  grantRole,
} from '../../server/modules/workspaces/service.ts';

/** The password of all accounts in tests. */
export const password = 'Quartermaster1';

/** The accounts: all but stranger and free are in the studio’s workspace. */
export const people = ['owner', 'admin', 'member', 'stranger', 'free'] as const;
export type Person = (typeof people)[number];

export const emailOf = (person: Person): string => `${person}@studio.test`;

interface Place {
  workspaceId: number;
  projectId: number;
  /** The instance by its environment; 0 if the plan has none. */
  dev: number;
  stage: number;
  prod: number;
}

export interface Studio extends Place {
  accounts: Record<Person, number>;
  /** The member’s role: READ in Dev. */
  viewerRoleId: number;
  /** The stranger's workspace on Teams. */
  elsewhere: Place;
  /** The workspace of `free` on the Free plan. */
  free: Place;
}

let hashed: Promise<string> | undefined;

/** With the lowest cost: each sign-in verifies it, which would otherwise double the set-up time of a test. */
export const cheapHash = (): Promise<string> => (hashed ??= hash(password, { memoryCost: 8, timeCost: 1 }));

/** A studio with a project, its people, and two workspaces of others; no content. */
export async function seedStudio(database: Database, now: Date): Promise<Studio> {
  const passwordHash = await cheapHash();
  return database.transaction(async (query) => {
    const accounts = {} as Record<Person, number>;
    for (const name of people) {
      accounts[name] = await insertAccount(query, { name, email: emailOf(name), passwordHash, createdAt: now });
    }
    const studio = await seedPlace(query, 'Studio', accounts.owner, 'teams', now);
    const { workspaceId, dev, stage, prod } = studio;
    await addMember(query, { workspaceId, accountId: accounts.admin, role: 'admin', now });
    await addMember(query, { workspaceId, accountId: accounts.member, role: 'member', now });
    for (const instanceId of [dev, stage, prod]) {
      await grantRole(query, { workspaceId, instanceId, accountId: accounts.admin });
    }
    const viewerRoleId = await createRole(query, { workspaceId, name: 'Viewer', allowed: ['READ'] });
    await grantRole(query, { workspaceId, instanceId: dev, accountId: accounts.member, roleId: viewerRoleId });
    return {
      ...studio,
      accounts,
      viewerRoleId,
      elsewhere: await seedPlace(query, 'Elsewhere', accounts.stranger, 'teams', now),
      free: await seedPlace(query, 'Free studio', accounts.free, 'free', now),
    };
  });
}

async function seedPlace(
  query: Query,
  name: string,
  ownerId: number,
  plan: 'teams' | 'free',
  now: Date,
): Promise<Place> {
  const subscription = { plan, status: 'active', members: 3, projects: 3 } as const;
  const workspaceId = await createWorkspace(query, { name, ownerId, now, subscription });
  const project = await createProject(query, { workspaceId, name: `${name} game`, now });
  const idOf = (env: string) => project.instances.find((instance) => instance.env === env)?.id ?? 0;
  return { workspaceId, projectId: project.id, dev: idOf('Dev'), stage: idOf('Stage'), prod: idOf('Prod') };
}
