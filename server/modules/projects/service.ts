import { changeStatus } from '@quartermaster/contract/access.ts';
import { projectCreators } from '@quartermaster/contract/endpoints/projects.ts';
import type { Project } from '@quartermaster/contract/endpoints/workspaces.ts';
import { projectLimit } from '@quartermaster/contract/plan-limits.ts';
import { currentPlan } from '@quartermaster/contract/subscription.ts';
import type { Deps } from '../../core/app/deps.ts';
import { AppError } from '../../core/base/errors.ts';
import { authorizeInScope, type Caller } from '../../core/session/access.ts';
import { writeLog } from '../access-log/repository.ts';
import { readActiveInstance, writeActiveInstance } from '../accounts/repository.ts';
import { lockSubscription } from '../workspaces/repository.ts';
import { adminRoleName, createProject, grantRole } from '../workspaces/service.ts';
import { countProjects } from './repository.ts';

/**
 * Creates a project in the workspace. Its creator gets the Admin role in all instances, and it becomes the active one
 * if they have none.
 */
export function addProject(
  { unit, clock }: Pick<Deps, 'unit' | 'clock'>,
  caller: Caller,
  { workspaceId, name }: { workspaceId: number; name: string },
): Promise<Project> {
  const { actor, accountId } = caller;
  return unit(async ({ query }) => {
    const now = clock.now();
    const authorize = () =>
      authorizeInScope({ access: projectCreators, safe: false }, { query, id: workspaceId, now, ...caller });
    // Checked before the lock, so that callers without access do not wait for it, and again under the lock, as role and
    // plan may have changed.
    await authorize();
    const { projects, ...subscription } = await lockSubscription(query, workspaceId);
    await authorize();
    const limit = projectLimit(currentPlan(subscription, now).plan, projects);
    if ((await countProjects(query, workspaceId)) >= limit)
      throw new AppError('plan', { message: fullSentence(limit) });
    const { id, instances } = await createProject(query, { workspaceId, name, now });
    for (const instance of instances) await grantRole(query, { workspaceId, instanceId: instance.id, accountId });
    const change = { project_name: name, role_name: adminRoleName, status: changeStatus.create };
    const details = { role_changes: instances.map(({ env }) => ({ ...change, env })) };
    await writeLog(query, { workspaceId, actor, now }, [
      { action: 'project_roles_changed', subject: accountId, details, projects: [{ id }] },
    ]);
    const [first] = instances;
    if (first && (await readActiveInstance(query, accountId)) === 0)
      await writeActiveInstance(query, { accountId, instanceId: first.id });
    return { id, name, status: 'Active', is_read_only: false, instances };
  });
}

const fullSentence = (limit: number) =>
  `Your plan has room for ${limit === 1 ? '1 project' : `${limit} projects`}, and one that is being deleted counts until it is gone. Upgrade to create more.`;
