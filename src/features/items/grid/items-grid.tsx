import { editReadOnly, items, newItem } from '@quartermaster/contract/endpoints/items.ts';
import type { Template } from '@quartermaster/contract/endpoints/templates.ts';
import { useState } from 'react';
import { useRefusal } from '../../../shared/access/use-refusal.ts';
import type { ItemsPageQuery } from '../../../shared/data/items-page.ts';
import type { FieldNode } from '../../../shared/data/templates.ts';
import { StoredDraft } from '../../../shared/drafts/stored-draft.tsx';
import { LinkLabels } from '../../../shared/links/link-labels.tsx';
import { LostPermissionNotice } from '../../../shared/ui/page/lost-permission-notice.tsx';
import { NotSyncedItems } from '../not-synced/not-synced-items.tsx';
import { GridHeader } from './grid-header.tsx';
import { ItemsSheet } from './items-sheet.tsx';
import { GridState } from './model/grid-state.ts';
import { RowConflict } from './save/row-conflict.tsx';
import { SaveNotice } from './save/save-notice.tsx';
import { useGridSave } from './save/use-grid-save.ts';
import { useCellNews } from './use-cell-news.ts';
import { useGridColumns } from './use-grid-columns.ts';
import { useGridDraft } from './use-grid-draft.ts';
import { useSheetLinks } from './use-sheet-links.ts';
import { useSheetRows } from './use-sheet-rows.ts';
import classes from './view/grid.module.css';

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
  const { columns, view } = useGridColumns(instanceId, template, tree, mayEditReadOnly);
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
        <GridHeader
          instanceId={instanceId}
          templateId={template.id}
          tree={tree}
          title={title}
          back={back}
          state={state}
          save={save}
          columns={columns}
          view={view}
          canSave={refusal === null}
          canAdd={canAdd}
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
        <NotSyncedItems instanceId={instanceId} templateId={template.id} rows={rows.items}>
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
        </NotSyncedItems>
      </div>
    </LinkLabels>
  );
}
