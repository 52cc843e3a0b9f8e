import type { bootstrap } from '@quartermaster/contract/endpoints/bootstrap.ts';
import type { Input, Output } from '@quartermaster/contract/endpoints/endpoint.ts';
import { readItem } from '../../content/documents/read-item.ts';
import { listPage } from '../../content/lists/list-items.ts';
import { listMenu } from '../../content/menu/menu-repository.ts';
import { readTemplate } from '../../content/schema/template-repository.ts';
import type { Deps } from '../../core/app/deps.ts';
import { accountOf } from '../../core/base/actor.ts';
import { AppError } from '../../core/base/errors.ts';
import { type InstanceCaller, withMark } from '../../core/session/access.ts';
import { activeInstanceSql, type WorkspaceRoleRow, workspaceRolesSql } from '../accounts/repository.ts';
import { permissionsOf } from '../instances/service.ts';
import { readViews } from '../views/service.ts';
import { type OwnWorkspaceRow, ownWorkspacesSql, workspacesOf } from '../workspaces/repository.ts';
import { readTogether } from './repository.ts';

type Answer = Output<typeof bootstrap.ofTemplate>;

interface AccountRows extends Record<string, object> {
  active: { id: number };
  roles: WorkspaceRoleRow;
  workspaces: OwnWorkspaceRow;
}

/** The settings, roles and workspaces of an account. */
async function readAccount(
  { database, clock }: Pick<Deps, 'database' | 'clock'>,
  accountId: number,
): Promise<Pick<Answer, 'settings' | 'roles' | 'workspaces'>> {
  const { active, roles, workspaces } = await readTogether<AccountRows>(
    database.query,
    { active: activeInstanceSql, roles: workspaceRolesSql, workspaces: ownWorkspacesSql },
    accountId,
  );
  return {
    settings: { active_instance_id: active[0]?.id ?? 0 },
    roles: { workspaces: roles.map(withMark) },
    workspaces: { workspaces: workspacesOf(workspaces, clock.now()) },
  };
}

/** The session and a template, with an item or the views and a page of its list; the page is JSON text. */
export async function readTemplateBootstrap(
  deps: Deps,
  caller: InstanceCaller,
  templateId: string,
  { list, item: id }: Input<typeof bootstrap.ofTemplate>['body'],
): Promise<Omit<Answer, 'page'> & { page?: string }> {
  const { query } = deps.database;
  const { instanceId, grants, actor } = caller;
  const { limit, ...listed } = list ?? {};
  if (list && limit === undefined) throw new AppError('invalid', { fields: { 'list.limit': 'a page needs a limit' } });
  const [account, menu, template, ofItem, ofList, page] = await Promise.all([
    readAccount(deps, accountOf(actor) ?? 0),
    listMenu(query, instanceId),
    readTemplate(query, instanceId, templateId),
    id !== undefined && readItem(query, { instanceId, templateId, id }),
    id === undefined && readViews(query, caller, templateId),
    limit !== undefined && listPage(deps, instanceId, templateId, listed, limit),
  ]);
  return {
    ...account,
    permissions: permissionsOf(grants),
    menu,
    template,
    ...(ofItem && { item: { item: ofItem } }),
    ...(ofList && { views: { views: ofList } }),
    ...(page && { page }),
  };
}
