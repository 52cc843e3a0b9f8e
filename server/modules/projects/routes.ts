import { projects } from '@quartermaster/contract/endpoints/projects.ts';
import { checkLanguages } from '@quartermaster/contract/languages.ts';
import { projectShapes } from '@quartermaster/contract/shapes/projects.ts';
import type { App } from '../../core/app/deps.ts';
import { done, route } from '../../core/app/route.ts';
import { AppError } from '../../core/base/errors.ts';
import { checkRule } from '../../core/http/check-rule.ts';
import { cancelRemoval, deleteProject } from './delete-service.ts';
import { renameProject, writeLanguages } from './repository.ts';
import { addProject } from './service.ts';

// Imported lazily to speed up the start.
const rules = () => import('@quartermaster/contract/rules/project.ts');

export const projectRoutes = (app: App): void => {
  route(app, projects.create, projectShapes.create, async ({ body, caller, deps }) => {
    const { project_name, workspace_id } = await checkRule((await rules()).newProjectRule, body);
    return addProject(deps, caller, { workspaceId: workspace_id, name: project_name });
  });

  route(app, projects.rename, projectShapes.rename, async ({ body, caller, deps }) => {
    const { name } = await checkRule((await rules()).projectNameRule, body);
    await renameProject(deps.database.query, caller.projectId, name);
    return done;
  });

  route(app, projects.setLanguages, projectShapes.setLanguages, async ({ body, caller, deps }) => {
    const { languages, file_per_language: filePerLanguage } = body;
    const wrong = languages && checkLanguages(languages);
    if (wrong !== undefined) throw new AppError('invalid', { fields: { languages: wrong } });
    await writeLanguages(deps.database.query, { projectId: caller.projectId, languages, filePerLanguage });
    return done;
  });

  route(app, projects.delete, projectShapes.delete, async ({ caller, deps }) => {
    await deleteProject(deps, caller);
    return done;
  });

  route(app, projects.cancelRemoving, projectShapes.cancelRemoving, async ({ query, deps }) => ({
    name: await cancelRemoval(deps, query.hash),
  }));
};
