import type { WorkspaceRole } from '@quartermaster/contract/access.ts';
import { accessLog, type LogEntry } from '@quartermaster/contract/endpoints/people/access-log.ts';
import { insertAccount } from '../../server/modules/accounts/repository.ts';
import { addMember, createProject } from '../../server/modules/workspaces/service.ts';
import type { TestServer } from './server.ts';

/** Sets plan and seats of the studio's workspace. */
export async function setPlan(
  { app, studio }: TestServer,
  { plan = 'teams', status = 'active', seats = 20 }: { plan?: string; status?: string; seats?: number },
): Promise<void> {
  await app.deps.database.query(
    'update subscriptions set plan = $2, status = $3, members = $4 where workspace_id = $1',
    [studio.workspaceId, plan, status, seats],
  );
}

/** Creates accounts in the studio's workspace, and returns their ids. */
export function addMembers(
  { app, clock, studio }: TestServer,
  names: string[],
  role: WorkspaceRole,
): Promise<number[]> {
  return app.deps.database.transaction(async (query) => {
    const ids: number[] = [];
    for (const name of names) {
      const account = {
        name,
        email: `${name.toLowerCase()}@studio.test`,
        passwordHash: 'none',
        createdAt: clock.now(),
      };
      const accountId = await insertAccount(query, account);
      await addMember(query, { workspaceId: studio.workspaceId, accountId, role, now: clock.now() });
      ids.push(accountId);
    }
    return ids;
  });
}

/** Another project of the studio's workspace, without members. */
export async function addProject({ app, clock, studio }: TestServer, name: string) {
  const { workspaceId } = studio;
  const { id, instances } = await createProject(app.deps.database.query, { workspaceId, name, now: clock.now() });
  const idOf = (env: string) => instances.find((instance) => instance.env === env)?.id ?? 0;
  return { id, dev: idOf('Dev'), stage: idOf('Stage'), prod: idOf('Prod') };
}

/** The newest entries of the studio's access log, the newest first. */
export async function logOf({ call, studio }: TestServer, count = 1): Promise<LogEntry[]> {
  const params = { workspaceId: studio.workspaceId };
  return (await call(accessLog.list, { params, query: { limit: count } }, { as: 'owner' })).entries;
}

/** Status and error of an answer. */
export const errorOf = ({ status, body }: { status: number; body: unknown }): [number, string | undefined] => [
  status,
  (body as { error?: string } | undefined)?.error,
];
