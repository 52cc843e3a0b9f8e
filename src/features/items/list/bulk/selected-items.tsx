import { bulkEdits } from '@quartermaster/contract/endpoints/bulk-edits.ts';
import type { Applied } from '@quartermaster/contract/endpoints/door.ts';
import { useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { useMemo, useState } from 'react';
import { bulkEditQueries } from '../../../../shared/data/bulk-edits.ts';
import { useApplyDoor } from '../../../../shared/data/doors.ts';
import type { ItemsPage, ItemsPageQuery } from '../../../../shared/data/items-page.ts';
import type { FieldNode } from '../../../../shared/data/templates.ts';
import { useRequest } from '../../../../shared/services/request.ts';
import { useUnsavedChanges } from '../../../../shared/services/unsaved-changes.ts';
import { isRowSelected, selectedRows } from '../../../../shared/table/selection/row-selection.ts';
import { SelectionBar } from '../../../../shared/table/selection/selection-bar.tsx';
import type { ListSelection } from '../../../../shared/table/selection/use-list-selection.ts';
import { count } from '../../../../shared/ui/count.ts';
import { useStableCallback } from '../../../../shared/ui/hooks/use-stable-callback.ts';
import { useHasOpened } from '../../../../shared/ui/lazy/use-has-opened.ts';
import { DuplicateDialog } from './copies/duplicate-dialog.tsx';
import { EditDialog } from './edit/edit-dialog.tsx';
import { blankOperation, isBlank } from './edit/operation-draft.ts';
import { toExportedSelection, toSelection } from './edit-selection.ts';
import { DeleteDialog } from './removal/delete-dialog.tsx';
import { type SelectionAction, SelectionActions } from './selection-actions.tsx';

export interface SelectedItemsProps {
  instanceId: number;
  templateId: string;
  tree: readonly FieldNode[];
  selection: ListSelection;
  pageQuery: ItemsPageQuery;
  /** The shown page; undefined while it is loading. */
  page: ItemsPage | undefined;
  /** Focuses the table, for when the selection is cleared. */
  focusTable: () => void;
}

const nothingEntered = [blankOperation(0)];

/** The bar for the selected items, and the dialogs for what can be done with them. */
export function SelectedItems(props: SelectedItemsProps) {
  const { instanceId, templateId, tree, selection, pageQuery, page, focusTable } = props;
  const { filters, search } = pageQuery;
  const selected = useAtomValue(selection.state);
  const amount = selectedRows(selected);
  const [dialog, setDialog] = useState<SelectionAction>();
  const [drafts, setDrafts] = useState<readonly ReturnType<typeof blankOperation>[]>(nothingEntered);
  const apply = useApplyDoor(instanceId, bulkEdits, { of: 'editItems', textOf: appliedText, templateId });

  const isPageSelected = page?.rows.every(({ id }) => isRowSelected(selected, String(id))) === true;
  const hasOthers = page !== undefined && (page.total > page.rows.length || !page.totalIsExact);
  const isOffered = amount > 0 && selected.matching === null && isPageSelected && hasOthers;
  const matching = useQuery({
    ...bulkEditQueries.count(useRequest(), instanceId, templateId, { filters, search }),
    enabled: isOffered,
  });

  const target = useMemo(
    () => toSelection(templateId, selected, { filters, search }),
    [templateId, selected, filters, search],
  );
  const exported = useStableCallback(() => toExportedSelection(selected, pageQuery));
  const optionsOf = (name: SelectionAction) => ({
    instanceId,
    tree,
    amount,
    target,
    isOpen: dialog === name,
    apply,
    onMatching: selection.selectMatching,
    onClose: () => setDialog(undefined),
    onApplied: () => setDrafts(nothingEntered),
  });
  const clear = () => {
    selection.clear();
    setDrafts(nothingEntered);
    focusTable();
  };
  useUnsavedChanges(dialog === 'edit' && !drafts.every(isBlank), {
    names: () => [`The edit of ${count(amount, 'item')}`],
  });
  const isEditMounted = useHasOpened(dialog === 'edit');
  const isDuplicateMounted = useHasOpened(dialog === 'duplicate');
  const isDeleteMounted = useHasOpened(dialog === 'delete');
  const open = (name: SelectionAction) => {
    apply.reset();
    setDialog(name);
  };
  return (
    <>
      {amount > 0 && (
        <SelectionBar
          amount={amount}
          matching={isOffered ? matching.data : undefined}
          onSelectMatching={selection.selectMatching}
          onClear={clear}
        >
          <SelectionActions
            instanceId={instanceId}
            templateId={templateId}
            itemsToExport={exported}
            tree={tree}
            amount={amount}
            isPending={apply.isPending}
            onOpen={open}
          />
        </SelectionBar>
      )}
      {isEditMounted && <EditDialog {...optionsOf('edit')} drafts={drafts} onChange={setDrafts} />}
      {isDuplicateMounted && <DuplicateDialog {...optionsOf('duplicate')} />}
      {isDeleteMounted && (
        <DeleteDialog
          {...optionsOf('delete')}
          onApplied={() => {
            selection.clear();
            focusTable();
          }}
        />
      )}
    </>
  );
}

/** What an edit has done: `20 items changed`. */
function appliedText({ added, removed, updated }: Applied['counts']): string {
  if (added > 0) return `${count(added, 'item')} created`;
  return removed > 0 ? `${count(removed, 'item')} deleted` : `${count(updated, 'item')} changed`;
}
