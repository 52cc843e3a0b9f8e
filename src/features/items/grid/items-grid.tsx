import { editReadOnly, items, newItem } from '@quartermaster/contract/endpoints/items.ts';
import type { Template } from '@quartermaster/contract/endpoints/templates.ts';
import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useRefusal } from '../../../shared/access/use-refusal.ts';
import type { ItemsPageQuery } from '../../../shared/data/items-page.ts';
import type { FieldNode } from '../../../shared/data/templates.ts';
import { StoredDraft } from '../../../shared/drafts/stored-draft.tsx';
import { havePatterns, usePatterns } from '../../../shared/field-types/use-patterns.ts';
import { LinkLabels } from '../../../shared/links/link-labels.tsx';
import { ColumnsMenu } from '../../../shared/table/columns/columns-menu.tsx';
import { lazyPart } from '../../../shared/ui/lazy/lazy-part.tsx';
import { LostPermissionNotice } from '../../../shared/ui/page/lost-permission-notice.tsx';
import { PageHeader } from '../../../shared/ui/page/page-header.tsx';
import { listedFields } from '../list/item-columns.tsx';
import { rememberedKnownView } from '../list/list-memory.ts';
import { viewIn } from '../list/list-state.ts';
import { useListView } from '../list/use-list-view.ts';
import { GridChartButton } from './chart/grid-chart-button.tsx';
import { gridColumns } from './grid-columns.tsx';
import type { GridPresenceProps } from './grid-presence.tsx';
import { ItemsSheet } from './items-sheet.tsx';
import { GridState } from './model/grid-state.ts';
import { flatGroups } from './rows-grid.tsx';
import { RowConflict } from './save/row-conflict.tsx';
import { SaveNotice } from './save/save-notice.tsx';
import { useGridSave } from './save/use-grid-save.ts';
import { useCellNews } from './use-cell-news.ts';
import { useGridDraft } from './use-grid-draft.ts';
import { useSheetLinks } from './use-sheet-links.ts';
import { useSheetRows } from './use-sheet-rows.ts';
import classes from './view/grid.module.css';
import { GridActions } from './view/grid-actions.tsx';

const GridPresence = lazyPart<GridPresenceProps>(() => import('./grid-presence.tsx').then((m) => m.GridPresence), {
  isQuiet: true,
  Fallback: () => null,
});

interface ItemsGridProps {
  instanceId: number;
  template: Template;
  tree: readonly FieldNode[];
  title: string;
  /** The address of the list. */
  back: string;
  query: Pick<ItemsPageQuery, 'filters' | 'search' | 'sort'>;
}

/** The items of a list as a sheet: edited in place, and saved together. */
export function ItemsGrid({ instanceId, template, tree, title, back, query }: ItemsGridProps) {
  const [state] = useState(() => new GridState());
  const refusal = useRefusal(items.save);
  const canAdd = useRefusal(newItem) === null;
  const mayEditReadOnly = useRefusal(editReadOnly) === null;
  usePatterns(havePatterns(tree));
  const [search] = useSearchParams();
  // The list that the grid was opened from has loaded it.
  const [saved] = useState(() => rememberedKnownView(instanceId, template.id, viewIn(search)));
  const view = useListView(instanceId, template.id, saved);
  const groups = useMemo(() => flatGroups(tree), [tree]);
  const columns = useMemo(
    () => gridColumns(listedFields(tree), mayEditReadOnly, new Set(groups.map(({ field }) => field.id))),
    [tree, mayEditReadOnly, groups],
  );
  const onCellNews = useCellNews(instanceId, template.id, state);
  const rows = useSheetRows({ instanceId, templateId: template.id, query, sheet: state.sheet, onCellNews });
  const ids = useSheetLinks(tree, state.sheet);
  const { editor, stored } = useGridDraft(state, columns);
  const save = useGridSave({ instanceId, templateId: template.id, tree, state, canSave: refusal === null });
  const [conflict, setConflict] = useState<string>();
  const decideNext = () => {
    const next = [...state.sheet.allMarks()].find(([, { isConflict }]) => isConflict)?.[0];
    setConflict(next);
    if (next === undefined && state.sheet.isDirty()) save.save();
  };
  const [opened, setOpened] = useState<{ group: string; item: string }>();

  return (
    <LinkLabels ids={ids}>
      <div className={classes.page}>
        <PageHeader
          title={title}
          back={{ label: 'the list', to: back }}
          nextToTitle={<GridPresence instanceId={instanceId} templateId={template.id} state={state} />}
          actions={
            <>
              <ColumnsMenu
                columns={columns}
                hidden={view.hidden}
                order={view.order}
                onChange={view.hide}
                onReorder={view.reorder}
                onReset={undefined}
              />
              {refusal === null && (
                <GridActions
                  state={state}
                  canAdd={canAdd}
                  isSaving={save.isPending}
                  onSave={save.save}
                  chart={(isDirty) => (
                    <GridChartButton
                      instanceId={instanceId}
                      templateId={template.id}
                      tree={tree}
                      sheet={state.sheet}
                      isOff={!isDirty || save.isPending}
                      isReady={() => save.isValid('open the chart')}
                    />
                  )}
                />
              )}
            </>
          }
        />
        {refusal !== null && refusal !== 'unknown' && <LostPermissionNotice what="grid" refusal={refusal} />}
        {rows.isLoaded && (
          <StoredDraft
            kind="grid"
            scope={`${instanceId}/${template.id}`}
            editor={editor}
            isOffered={refusal === null}
            control={stored}
          />
        )}
        <SaveNotice
          state={state}
          error={save.error}
          isPending={save.isPending}
          onRetry={save.save}
          onGoTo={(row, column) => state.goTo(row, column)}
          onDecide={setConflict}
        />
        {conflict !== undefined && (
          <RowConflict
            instanceId={instanceId}
            templateId={template.id}
            tree={tree}
            state={state}
            row={conflict}
            onClose={() => setConflict(undefined)}
            onDecided={decideNext}
          />
        )}
        <ItemsSheet
          state={state}
          label={title}
          tree={tree}
          columns={columns}
          view={view}
          rows={rows}
          mayEditReadOnly={mayEditReadOnly}
          canAdd={canAdd}
          opened={opened}
          onOpen={setOpened}
        />
      </div>
    </LinkLabels>
  );
}
