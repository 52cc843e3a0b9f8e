import { InvalidRowError } from '@quartermaster/contract/content/item-values.ts';
import { leavesOf } from '@quartermaster/contract/content/template-tree.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { itemQueries } from '../../../../shared/data/items.ts';
import type { FieldNode } from '../../../../shared/data/templates.ts';
import { withoutPageError } from '../../../../shared/data/without-page-error.ts';
import { errorText } from '../../../../shared/http/error-text.ts';
import { useRequest } from '../../../../shared/services/request.ts';
import { useServices } from '../../../../shared/services/services.ts';
import { ItemConflictDialog } from '../../form/conflict/item-conflict-dialog.tsx';
import { isSame } from '../../item/changed-fields.ts';
import { type DraftBase, type ItemDraft, toDraft } from '../../item/item-draft.ts';
import type { GridState } from '../model/grid-state.ts';
import type { CellChange } from '../model/sheet.ts';
import { changedRows } from './grid-records.ts';

interface RowConflictProps {
  instanceId: number;
  templateId: string;
  tree: readonly FieldNode[];
  state: GridState;
  row: string;
  onClose: () => void;
  /** Called once the row is based on the saved version. */
  onDecided: () => void;
}

/** The conflict of a row: decided by field, as in the item form. */
export function RowConflict({ instanceId, templateId, tree, state, row, onClose, onDecided }: RowConflictProps) {
  const { notify } = useServices();
  const { sheet } = state;
  const sent = changedRows(sheet).find((one) => one.row.key === row);
  const id = sent?.row.id ?? 0;
  const query = useQuery({
    ...withoutPageError(itemQueries.get(useRequest(), instanceId, templateId, id)),
    enabled: id > 0,
    staleTime: 0,
  });
  const failure = query.error;
  const showFailure = useEffectEvent((error: Error) => {
    notify.error('Item', errorText(error));
    onClose();
  });
  useEffect(() => {
    if (failure) showFailure(failure);
  }, [failure]);
  // An answer of the cache may be older than the conflict.
  const theirs = query.isFetchedAfterMount && query.data ? toDraft(tree, query.data) : undefined;
  if (!sent || !theirs || theirs instanceof InvalidRowError) return null;

  const take = (draft: ItemDraft) => {
    sheet.rebase(
      { ...sent.row, version: theirs.version, label: theirs.label, values: theirs.values },
      cellsOf(tree, theirs, draft),
    );
    onDecided();
  };
  return (
    <ItemConflictDialog
      key={row}
      tree={tree}
      base={sent.row}
      theirs={theirs}
      lastSave={undefined}
      mine={{ label: sent.label, values: sent.values }}
      isPending={false}
      onCancel={onClose}
      onTheirs={() => take(theirs)}
      onSave={take}
    />
  );
}

/** The cells in which a draft differs from a saved version. */
function cellsOf(tree: readonly FieldNode[], saved: DraftBase, draft: ItemDraft): Omit<CellChange, 'row'>[] {
  const fields = leavesOf(tree).filter((node) => !isSame(node, saved.values, draft.values));
  return [
    ...(draft.label.trim() === saved.label ? [] : [{ column: 'label', content: { value: draft.label.trim() } }]),
    ...fields.map(({ field }) => ({ column: field.id, content: { value: draft.values[field.id] ?? null } })),
  ];
}
