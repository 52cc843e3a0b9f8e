import { Button } from '@mantine/core';
import { restores, restoreTemplates, type TrashEntry } from '@quartermaster/contract/endpoints/trash.ts';
import { useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { useMemo, useRef } from 'react';
import { useRefusal } from '../../shared/access/use-refusal.ts';
import { trashQueries } from '../../shared/data/trash.ts';
import { TemplateFilter } from '../../shared/links/template-filter.tsx';
import { useRequest } from '../../shared/services/request.ts';
import { useServices } from '../../shared/services/services.ts';
import { ListTable } from '../../shared/table/list/list-table.tsx';
import { SearchField } from '../../shared/table/list/search-field.tsx';
import { selectedRows } from '../../shared/table/selection/row-selection.ts';
import { type ListSelection, useListSelection } from '../../shared/table/selection/use-list-selection.ts';
import { useNarrow } from '../../shared/ui/hooks/use-narrow.ts';
import { useStableCallback } from '../../shared/ui/hooks/use-stable-callback.ts';
import { EmptyState } from '../../shared/ui/page/empty-state.tsx';
import { texts } from '../../shared/ui/texts.ts';
import { ActiveRestore } from './active-restore.ts';
import { Restore } from './restore.tsx';
import { entrySelection, type Restored } from './restored.ts';
import { SelectedEntries } from './selected-entries.tsx';
import classes from './trash.module.css';
import { trashColumns } from './trash-columns.tsx';
import { useRestoring } from './use-restoring.ts';
import { useTrashAddress } from './use-trash-address.ts';

interface TrashListProps {
  instanceId: number;
  focusTable: () => void;
  onDialogClosed: () => void;
}

const rowId = ({ id }: TrashEntry) => String(id);

/** The list of what was deleted, its filters, and what can be restored of it. */
export function TrashList({ instanceId, focusTable, onDialogClosed }: TrashListProps) {
  const address = useTrashAddress();
  const { pageQuery, template } = address;
  const input = useRef<HTMLInputElement>(null);
  const page = useQuery(trashQueries.list(useRequest(), instanceId, pageQuery));
  const mayRestore = useRefusal(restores.apply) === null;
  const mayRestoreTemplates = useRefusal(restoreTemplates) === null && mayRestore;
  const all = useListSelection(JSON.stringify([pageQuery.search, template]));
  const selection = useSelectable(all, page.data?.rows, mayRestoreTemplates);
  const selected = useAtomValue(all.state);
  const deselect = ({ selection: { entries, matching }, row }: Restored, isFollowed: boolean) => {
    if (entries && selected.matching === null) all.select(entries.map(String), false);
    // Of all that match, another number is left.
    else if (isFollowed || row !== undefined || matching?.count === selected.matching) all.clear();
  };
  const restoring = useRestoring({
    onRestored: (restored, isFollowed) => {
      deselect(restored, isFollowed);
      if (isFollowed) focusTable();
    },
    onMatching: (count) => {
      if (selected.matching !== null) all.selectMatching(count);
      void page.refetch();
    },
  });
  const { current } = restoring;
  const restoreOne = useStableCallback((entry: TrashEntry) => restoring.start(entrySelection(entry)));
  const isNarrow = useNarrow(useServices().root);
  const columns = useMemo(
    () => trashColumns({ instanceId, restore: mayRestore ? restoreOne : undefined, mayRestoreTemplates, isNarrow }),
    [instanceId, mayRestore, mayRestoreTemplates, isNarrow, restoreOne],
  );
  const isSelecting = selectedRows(selected) > 0;
  const deleted = new Map(
    page.data?.rows.flatMap(({ item_id, template_id, template_name }) =>
      item_id === null ? [[template_id, template_name] as const] : [],
    ),
  );
  const clear = () => {
    input.current?.focus();
    address.clear();
  };
  const isFiltered = pageQuery.search !== '' || template !== undefined;
  return (
    <>
      <div className={classes.tools}>
        <search className={classes.filter} data-covered={isSelecting || undefined}>
          <SearchField
            label="Search name or id"
            value={pageQuery.search}
            onSearch={address.setSearch}
            inputRef={input}
          />
          <TemplateFilter value={template} onChange={address.setTemplate} others={deleted} />
        </search>
        {isSelecting && (
          <SelectedEntries
            selection={selection}
            page={page.isPlaceholderData ? undefined : page.data}
            canSelectMatching={mayRestoreTemplates}
            onClear={() => {
              all.clear();
              focusTable();
            }}
            active={restoring.active}
            onRestore={(selected) => restoring.start(selected)}
            filters={pageQuery}
          />
        )}
      </div>
      <ActiveRestore value={restoring.active}>
        <ListTable
          label={texts.trash}
          many="entries"
          columns={columns}
          rowId={rowId}
          page={page}
          address={address}
          selection={mayRestore ? selection : undefined}
          failure="The trash could not be loaded"
          empty={isFiltered ? <NoMatches onClear={clear} /> : emptyTrash}
        />
      </ActiveRestore>
      {current && <Restore instanceId={instanceId} restoring={restoring} onClosed={onDialogClosed} {...current} />}
    </>
  );
}

const emptyTrash = (
  <EmptyState
    title="The trash is empty"
    message="What is deleted here is listed for 90 days, and can be restored from here."
  />
);

const NoMatches = ({ onClear }: { onClear: () => void }) => (
  <EmptyState
    title={texts.noResults}
    message="Nothing that was deleted matches these filters."
    action={
      <Button variant="default" onClick={onClear}>
        {texts.clearFilters}
      </Button>
    }
  />
);

/** The selection, without templates if the user may not restore them. */
function useSelectable(
  selection: ListSelection,
  rows: readonly TrashEntry[] = noRows,
  mayRestoreTemplates: boolean,
): ListSelection {
  return useMemo(() => {
    if (mayRestoreTemplates) return selection;
    const templates = new Set(rows.flatMap((entry) => (entry.item_id === null ? [rowId(entry)] : [])));
    return {
      ...selection,
      select: (ids, isOn) =>
        selection.select(
          ids.filter((id) => !templates.has(id)),
          isOn,
        ),
    };
  }, [selection, rows, mayRestoreTemplates]);
}

const noRows: readonly TrashEntry[] = [];
