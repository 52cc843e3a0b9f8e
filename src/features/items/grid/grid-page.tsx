import { items } from '@quartermaster/contract/endpoints/items.ts';
import type { Filter } from '@quartermaster/contract/field-types/filters.ts';
import { paths, pathTo } from '@quartermaster/contract/paths.ts';
import { toFilter } from '@quartermaster/contract/rules/filter.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useParams, useSearchParams } from 'react-router-dom';
import { RequireAccess } from '../../../shared/access/require-access.tsx';
import { templateQueries, treeOf } from '../../../shared/data/templates.ts';
import { useTemplateLabel } from '../../../shared/data/use-template-label.ts';
import { useRequest } from '../../../shared/services/request.ts';
import { useDelayed } from '../../../shared/ui/lazy/delayed.tsx';
import { ErrorState } from '../../../shared/ui/page/error-state.tsx';
import { PageHeader } from '../../../shared/ui/page/page-header.tsx';
import { useBack } from '../../../shared/ui/page/use-back.ts';
import { texts } from '../../../shared/ui/texts.ts';
import { useUsableFilters } from '../list/filters/use-usable-filters.ts';
import { filterableFields } from '../list/item-columns.tsx';
import { itemsFormat } from '../list/list-state.ts';
import { ItemsGrid } from './items-grid.tsx';
import classes from './view/grid.module.css';
import { GridSkeleton } from './view/grid-skeleton.tsx';

/** The items of a list as a sheet that can be edited, for members who can save items. */
export function GridPage() {
  const { instanceId, templateId = '' } = useParams();
  const skeleton = <GridSkeleton />;
  return (
    <RequireAccess to={items.list} pending={skeleton}>
      <RequireAccess to={items.save} pending={skeleton}>
        <LoadedGrid key={`${instanceId}/${templateId}`} instanceId={Number(instanceId)} templateId={templateId} />
      </RequireAccess>
    </RequireAccess>
  );
}

const none: never[] = [];
const keepFilters = () => undefined;

function LoadedGrid({ instanceId, templateId }: { instanceId: number; templateId: string }) {
  const template = useQuery(templateQueries.get(useRequest(), instanceId, templateId));
  const [search] = useSearchParams();
  const list = `${pathTo(paths.items, { instanceId, templateId })}${search.size > 0 ? `?${search}` : ''}`;
  const back = useBack(list);
  const title = `${useTemplateLabel(instanceId, templateId) ?? templateId} as grid`;
  const query = useMemo(() => itemsFormat.parse(search), [search]);
  const tree = useMemo(() => (template.data ? treeOf(template.data) : none), [template.data]);
  const filterable = useMemo(() => filterableFields(tree), [tree]);
  const { filters } = useUsableFilters(
    { filters: query.filters, setFilters: keepFilters },
    template.data && filterable,
  );
  const listQuery = useMemo(
    () => ({ filters: filters.map((filter): Filter => toFilter(filter)), search: query.search, sort: query.sort }),
    [filters, query],
  );
  const isSlow = useDelayed(template.isPending);

  if (template.data)
    return (
      <ItemsGrid
        instanceId={instanceId}
        template={template.data}
        tree={tree}
        title={title}
        back={back}
        query={listQuery}
      />
    );
  return (
    <div className={classes.page}>
      <PageHeader title={title} back={{ label: 'the list', to: back }} />
      {template.error ? (
        <ErrorState title={texts.templateNotLoaded} error={template.error} retry={() => void template.refetch()} />
      ) : (
        isSlow && <GridSkeleton />
      )}
    </div>
  );
}
