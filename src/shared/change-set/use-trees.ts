import { useQueries } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { type FieldNode, templateQueries, treeOf } from '../data/templates.ts';
import { useRequest } from '../services/request.ts';

/** The fields of a template by its id; none until they are loaded. */
export type TreeOf = (templateId: string) => readonly FieldNode[];

const noFields: readonly FieldNode[] = [];

/** The fields of the templates that items of a change set have. */
export function useTrees(instanceId: number, items: readonly { template_id: string }[]): TreeOf {
  const request = useRequest();
  const ids = useMemo(() => [...new Set(items.map(({ template_id }) => template_id))], [items]);
  const loaded = useQueries({
    queries: ids.map((id) => templateQueries.get(request, instanceId, id)),
    combine: (answers) => new Map(answers.flatMap(({ data }) => (data ? [[data.id, treeOf(data)] as const] : []))),
  });
  return useCallback((templateId) => loaded.get(templateId) ?? noFields, [loaded]);
}
