import { type Environment, refusalOf } from '@quartermaster/contract/access.ts';
import { accessLog } from '@quartermaster/contract/endpoints/people/access-log.ts';
import type { Deps } from '../../core/app/deps.ts';
import { AppError } from '../../core/base/errors.ts';
import type { ProjectCaller } from '../../core/session/access.ts';
import { catchUp } from './consume-service.ts';
import { listReadable } from './view-repository.ts';

/** What of the activity of a project a caller may see. */
export interface View {
  projectId: number;
  /** All instances of the project, by id. */
  envs: ReadonlyMap<number, Environment>;
  /** Those that the caller may read. */
  instances: readonly { id: number; env: Environment }[];
  /** Whether the caller may read the access log, and so sees changes of members. */
  hasMembers: boolean;
  /** Whether the caller sees all entries. */
  isWhole: boolean;
}

/** What a caller may see, once the activity is up to date; throws 403 if that is nothing. */
export async function openView(deps: Pick<Deps, 'database' | 'unit' | 'log'>, caller: ProjectCaller): Promise<View> {
  const { projectId, grants } = caller;
  const all = await listReadable(deps.database.query, caller);
  const instances = all.filter(({ is_granted }) => is_granted || grants.workspaceRole === 'owner');
  const hasMembers = refusalOf(accessLog.list, grants) === null;
  if (instances.length === 0 && !hasMembers) throw new AppError('forbidden');
  if (all.some(({ is_behind }) => is_behind)) await catchUp(deps);
  return {
    projectId,
    envs: new Map(all.map(({ id, env }) => [id, env])),
    instances,
    hasMembers,
    isWhole: hasMembers && instances.length === all.length,
  };
}
