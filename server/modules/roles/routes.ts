import { roles } from '@quartermaster/contract/endpoints/people/roles.ts';
import { roleShapes } from '@quartermaster/contract/shapes/people/roles.ts';
import type { App } from '../../core/app/deps.ts';
import { done, route } from '../../core/app/route.ts';
import { AppError } from '../../core/base/errors.ts';
import { checkRule } from '../../core/http/check-rule.ts';
import { pageOf, readPage } from '../../core/http/page.ts';
import { countRoles, listRoles, type RolePlace } from './repository.ts';
import { deleteRole, readRole, saveRole } from './service.ts';

// Imported lazily to speed up the start.
const rules = () => import('@quartermaster/contract/rules/people/role.ts');

const beforeRoles: RolePlace = [-1, '', 0];

export const roleRoutes = (app: App): void => {
  const { deps } = app;
  const { query } = deps.database;

  route(app, roles.list, roleShapes.list, async ({ caller: { workspaceId }, query: search }) => {
    const page = readPage(search, beforeRoles);
    const [found, total] = await Promise.all([
      listRoles(query, workspaceId, page),
      countRoles(query, workspaceId, page.search),
    ]);
    const { rows, next_cursor } = pageOf(found, page, ({ position }) => position);
    return { roles: rows, total, next_cursor };
  });

  route(app, roles.get, roleShapes.get, ({ caller, params }) => readRole(deps, caller.workspaceId, params.roleId));

  route(app, roles.save, roleShapes.save, async ({ caller, body }) => {
    const { name } = await checkRule((await rules()).roleNameRule, body);
    if (body.workspace_id !== caller.workspaceId)
      throw new AppError('invalid', { fields: { workspace_id: 'is not the workspace of the address' } });
    return { id: await saveRole(deps, caller, { id: body.role_id, name, changes: body.permissions }) };
  });

  route(app, roles.delete, roleShapes.delete, async ({ caller, body }) => {
    await deleteRole(deps, caller, { id: body.role_id, replacementId: body.replacement_role_id });
    return done;
  });
};
