import { paths, pathTo } from '@quartermaster/contract/paths.ts';
import { useQuery } from '@tanstack/react-query';
import { useInstanceId } from '../../../shared/access/active-instance.ts';
import { menuQueries } from '../../../shared/data/menu.ts';
import { templateQueries } from '../../../shared/data/templates.ts';
import { useRequest } from '../../../shared/services/request.ts';
import type { Page } from './entries.ts';

/** The lists of items: by their links in the menu, then of the templates that have none. */
export function useTemplateEntries(isEnabled: boolean): Page[] {
  const request = useRequest();
  const instanceId = useInstanceId();
  const { data: links } = useQuery({ ...menuQueries.list(request, instanceId), enabled: isEnabled });
  const { data: all } = useQuery({ ...templateQueries.list(request, instanceId), enabled: isEnabled });
  const linked = (links?.menu ?? []).filter(({ template_id }) => template_id !== '');
  const inMenu = new Set(linked.map(({ template_id }) => template_id));
  const unlinked = (all?.templates ?? []).filter(({ id }) => !inMenu.has(id));
  return [
    ...linked.map(({ label, template_id }) => ({ label, id: template_id })),
    ...unlinked.map(({ id, header: { label } }) => ({ label, id })),
  ].map(({ label, id }) => ({ label, about: id, to: pathTo(paths.items, { instanceId, templateId: id }) }));
}
