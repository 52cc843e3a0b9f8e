import { useQuery } from '@tanstack/react-query';
import { useRequest } from '../services/request.ts';
import { instanceQueries } from './instances.ts';
import { menuQueries } from './menu.ts';
import { templateQueries } from './templates.ts';

/**
 * The label of a template, so that a page has its title before the template is loaded: from what else is loaded. It asks
 * for nothing itself. The menu may call it otherwise, and counts last. `undefined` if nothing tells it.
 */
export function useTemplateLabel(instanceId: number, templateId: string): string | undefined {
  const request = useRequest();
  const passive = { enabled: false } as const;
  const { data: template } = useQuery({ ...templateQueries.get(request, instanceId, templateId), ...passive });
  const { data: list } = useQuery({ ...templateQueries.list(request, instanceId), ...passive });
  const { data: overview } = useQuery({ ...instanceQueries.overview(request, instanceId), ...passive });
  const { data: menu } = useQuery({ ...menuQueries.list(request, instanceId), ...passive });
  return (
    template?.header.label ??
    list?.templates.find(({ id }) => id === templateId)?.header.label ??
    overview?.templates.find(({ id }) => id === templateId)?.label ??
    menu?.menu.find(({ template_id }) => template_id === templateId)?.label
  );
}
