import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type PlacedField, placedFields } from '../checked-rows/placed-fields.ts';
import { templateQueries, treeOf } from '../data/templates.ts';
import { useRequest } from '../services/request.ts';

/** The fields of a template by its id; none until they are loaded. */
export type FieldsOf = (templateId: string) => ReadonlyMap<string, PlacedField>;

const noFields = placedFields([]);

/** The fields of the templates that items of a change set have. */
export function useFields(instanceId: number, items: readonly { template_id: string }[]): FieldsOf {
  const request = useRequest();
  const ids = useMemo(() => [...new Set(items.map(({ template_id }) => template_id))], [items]);
  const loaded = useQueries({
    queries: ids.map((id) => templateQueries.get(request, instanceId, id)),
    combine: (answers) => new Map(answers.flatMap(({ data }) => (data ? [[data.id, treeOf(data)] as const] : []))),
  });
  return useMemo(() => {
    const fields = new Map([...loaded].map(([id, tree]) => [id, placedFields(tree)]));
    return (templateId) => fields.get(templateId) ?? noFields;
  }, [loaded]);
}
