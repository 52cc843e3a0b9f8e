import { projectMembers } from '@quartermaster/contract/endpoints/people/project-members.ts';
import { projectMemberShapes } from '@quartermaster/contract/shapes/people/project-members.ts';
import type { App } from '../../core/app/deps.ts';
import { done, route } from '../../core/app/route.ts';
import { pageOf, readPage } from '../../core/http/page.ts';
import { countProjectMembers, listProjectMembers, type ProjectMemberPlace } from './repository.ts';
import { listOwn, readRoles, removeFromProject, setRoles } from './service.ts';

const beforeMembers: ProjectMemberPlace = [0, 0];

export const projectMemberRoutes = (app: App): void => {
  const { deps } = app;
  const { query } = deps.database;

  route(app, projectMembers.list, projectMemberShapes.list, async ({ caller, query: search }) => {
    const page = readPage(search, beforeMembers);
    const [found, total, instances] = await Promise.all([
      listProjectMembers(query, caller, page),
      countProjectMembers(query, caller, page.search),
      listOwn(query, caller),
    ]);
    const { rows, next_cursor } = pageOf(found, page, ({ role_id, id }): ProjectMemberPlace => [role_id, id]);
    return { accounts: rows, total, next_cursor, instances };
  });

  route(app, projectMembers.remove, projectMemberShapes.remove, async ({ caller, params }) => {
    await removeFromProject(deps, caller, params.memberId);
    return done;
  });

  route(app, projectMembers.getRoles, projectMemberShapes.getRoles, ({ caller, params }) =>
    readRoles(query, caller, params.memberId),
  );

  route(app, projectMembers.setRoles, projectMemberShapes.setRoles, async ({ caller, params, body }) => {
    await setRoles(deps, caller, { memberId: params.memberId, changes: body.roles });
    return done;
  });
};
