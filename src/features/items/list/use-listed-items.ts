import { fieldTypeOf } from '@quartermaster/contract/field-types/registry.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { templateQueries, treeOf } from '../../../shared/data/templates.ts';
import { pictureField } from '../../../shared/links/item-picture.ts';
import { useRequest } from '../../../shared/services/request.ts';
import { useUsableFilters } from './filters/use-usable-filters.ts';
import { filterableFields, itemColumns, listedFields } from './item-columns.tsx';
import { type ItemsQuery, toPageQuery } from './list-state.ts';
import { useItemsAddress } from './use-items-address.ts';
import { useListView } from './use-list-view.ts';
import { useRevealed } from './use-revealed.ts';
import { useAddressedView } from './views/use-addressed-view.ts';

const none: never[] = [];

type Layout = NonNullable<ItemsQuery['layout']>;

export type ListedItems = ReturnType<typeof useListedItems>;

/** What a list lists, by its URL, the open view and the template: columns, filters, and the query for its page. */
export function useListedItems(instanceId: number, templateId: string) {
  const opened = useAddressedView(instanceId, templateId);
  const view = useListView(instanceId, templateId, opened.view);
  const list = useItemsAddress(instanceId, templateId, opened, view.rows);
  const template = useQuery(templateQueries.get(useRequest(), instanceId, templateId));

  const tree = useMemo(() => (template.data ? treeOf(template.data) : none), [template.data]);
  const fields = useMemo(() => listedFields(tree), [tree]);
  const filterable = useMemo(() => filterableFields(tree), [tree]);
  const { bars } = view;
  const columns = useMemo(
    () => itemColumns(fields, { instanceId, templateId }, bars),
    [fields, instanceId, templateId, bars],
  );

  const { filters, others, changeFilters } = useUsableFilters(
    { filters: list.query.filters, setFilters: list.setFilters, isView: opened.view !== undefined },
    template.data && filterable,
  );
  const groupable = useMemo(
    () => fields.filter(({ settings }) => fieldTypeOf(settings.type).isGroupable && !settings.picture),
    [fields],
  );
  const layouts = useMemo((): Layout[] => {
    const isDrawn =
      groupable.length > 0 || filterable.some(({ settings }) => settings && fieldTypeOf(settings.type).drawnAs);
    return [...(pictureField(fields) ? ['gallery' as const] : []), ...(isDrawn ? ['chart' as const] : [])];
  }, [fields, filterable, groupable]);
  const { layout } = list.query;
  const group = groupable.find(({ id }) => id === list.query.group);
  const { sort } = list.query;
  const revealed = useRevealed(tree, sort, filters);
  const canSort = !template.data || columns.some(({ id, sortable }) => id === sort?.field && sortable);
  const pageQuery = toPageQuery({
    query: {
      ...list.query,
      filters,
      sort: canSort ? sort : undefined,
      group: template.data ? group?.id : list.query.group,
    },
    position: list.position,
  });
  return {
    opened,
    list,
    template,
    view,
    tree,
    fields,
    filterable,
    columns,
    filters,
    others,
    changeFilters,
    revealed,
    groupable,
    group,
    /** Those besides a table that the template has fields for. */
    layouts,
    // Until the template is known, the address decides.
    layout: layout && (!template.data || layouts.includes(layout)) ? layout : undefined,
    pageQuery,
  };
}
