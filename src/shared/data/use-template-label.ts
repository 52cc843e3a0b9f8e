import { useQuery } from '@tanstack/react-query';
import { useRequest } from '../services/request.ts';
import { instanceQueries } from './instances.ts';
import { menuQueries } from './menu.ts';
import { templateQueries } from './templates.ts';

/**
 * The label of a template from data that is already loaded, so that a page has its title before the template is loaded. Sends no request.
 * The menu may use another name, so it is the last choice. `undefined` if no data contains it.
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
