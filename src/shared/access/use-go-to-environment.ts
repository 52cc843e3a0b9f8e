import type { Environment } from '@quartermaster/contract/access.ts';
import { paths, pathTo } from '@quartermaster/contract/paths.ts';
import { useQueryClient } from '@tanstack/react-query';
import { matchPath, useLocation, useNavigate } from 'react-router-dom';
import { itemQueries } from '../data/items.ts';
import { templateQueries } from '../data/templates.ts';
import { HttpError } from '../http/http-error.ts';
import { useServices } from '../services/services.ts';
import { environmentLabel } from '../ui/env-badge.tsx';
import { useSwitchInstance } from './activate-instance.ts';

/** The corresponding page in another instance, and what is missing there. */
interface Same {
  path: string;
  missing?: string;
}

/** Shows another instance of the project: the same item, list or template if it exists there, otherwise the nearest page. */
export function useGoToEnvironment(): (instanceId: number, env: Environment) => Promise<void> {
  const { pathname, search } = useLocation();
  const { request, notify } = useServices();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const change = useSwitchInstance();

  const findSame = async (instanceId: number): Promise<Same | null> => {
    const page = matchPath(`${paths.templates}/:templateId/*`, pathname)?.params;
    if (!page?.templateId) return null;
    const { templateId, '*': rest = '' } = page;
    if (!(await isThere(queries.fetchQuery(templateQueries.get(request, instanceId, templateId)))))
      return { path: paths.home, missing: `The template ${templateId}` };
    const list = pathTo(paths.items, { instanceId, templateId });
    const [, id] = /^items\/(\d+)\//.exec(rest) ?? [];
    if (
      id !== undefined &&
      !(await isThere(queries.fetchQuery(itemQueries.get(request, instanceId, templateId, Number(id)))))
    )
      return { path: list, missing: `# ${id}` };
    // New content is created in Dev.
    if (/^(items\/new|copy)$/.test(rest)) return { path: list };
    return { path: `${pathTo(paths.templates, { instanceId })}/${templateId}/${rest}${search}` };
  };

  return async (instanceId, env) => {
    const same = await findSame(instanceId);
    if (same?.missing) notify.info(`${same.missing} is not in ${environmentLabel(env)}`);
    // The address contains the instance.
    if (same && same.path !== paths.home) return navigate(same.path);
    await change.mutateAsync(instanceId);
    if (same) await navigate(same.path);
  };
}

/** False if the server does not have it; any other failure is shown by the page that is opened. */
async function isThere(found: Promise<unknown>): Promise<boolean> {
  try {
    await found;
    return true;
  } catch (error) {
    return !(error instanceof HttpError && error.status === 404);
  }
}
