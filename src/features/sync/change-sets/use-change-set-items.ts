import type { changeSets } from '@quartermaster/contract/endpoints/change-sets.ts';
import type { Output } from '@quartermaster/contract/endpoints/endpoint.ts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useInstanceId } from '../../../shared/access/active-instance.ts';
import { changeSetQueries } from '../../../shared/data/change-sets.ts';
import { templateQueries } from '../../../shared/data/templates.ts';
import { useRequest } from '../../../shared/services/request.ts';
import type { ChangeSection } from '../changes/change-section.ts';

type Item = Output<typeof changeSets.listItems>['items'][number];

/** The changed items by template, in the order of the server; loaded as they come into view. */
export function useChangeSetItems(changeSetId: number, isApplied: boolean) {
  const request = useRequest();
  const instanceId = useInstanceId();
  const pages = useInfiniteQuery({
    ...changeSetQueries.items(request, instanceId, changeSetId),
    enabled: isApplied,
  });
  const templates = useQuery(templateQueries.list(request, instanceId)).data?.templates;
  const { data, hasNextPage } = pages;
  const sections = useMemo(() => {
    const items = data?.pages.flatMap((page) => page.items) ?? [];
    const names = new Map(templates?.map(({ id, header }) => [id, header.label]));
    const byTemplate = [...Map.groupBy(items, ({ template_id }) => template_id)];
    return byTemplate.map(([templateId, rows], index) =>
      sectionOf(templateId, names.get(templateId) ?? templateId, rows, hasNextPage && index === byTemplate.length - 1),
    );
  }, [data, templates, hasNextPage]);
  return { pages, sections };
}

function sectionOf(templateId: string, name: string, rows: readonly Item[], hasMore: boolean): ChangeSection {
  const counts = { added: 0, updated: 0, removed: 0 };
  for (const { change } of rows) counts[change] += 1;
  // The placeholder of a further row, once in view, loads more.
  return { key: templateId, templateId, name, change: null, counts, rows, total: rows.length + (hasMore ? 1 : 0) };
}
