import { restores, type TrashEntry } from '@quartermaster/contract/endpoints/trash.ts';
import { useAtomValue } from 'jotai';
import { Can } from '../../shared/access/can.tsx';
import type { ListPage } from '../../shared/data/list-page.ts';
import { isRowSelected, selectedRows } from '../../shared/table/selection/row-selection.ts';
import { SelectionBar } from '../../shared/table/selection/selection-bar.tsx';
import type { ListSelection } from '../../shared/table/selection/use-list-selection.ts';
import { BusyButton } from '../../shared/ui/busy-button.tsx';
import { IconRestore } from '../../shared/ui/icons/restore.ts';
import { isRestoringText } from './active-restore.ts';
import { type Restored, toSelection } from './restored.ts';

interface SelectedEntriesProps {
  selection: ListSelection;
  /** The shown page; undefined while it is loading. */
  page: ListPage<TrashEntry> | undefined;
  /** False for users who may not restore all that may match. */
  canSelectMatching: boolean;
  onClear: () => void;
  /** What is checked or restored now. */
  active: Restored | null;
  onRestore: (restored: Restored) => void;
  filters: { search: string; template: string | undefined };
}

/** The bar for the selected entries. */
export function SelectedEntries(props: SelectedEntriesProps) {
  const { selection, page, canSelectMatching, onClear, active, onRestore, filters } = props;
  const selected = useAtomValue(selection.state);
  const isPageSelected = page?.rows.every(({ id }) => isRowSelected(selected, String(id))) === true;
  const isOfRow = active?.row !== undefined;
  const { total = 0, totalIsExact } = page ?? {};
  // More than were counted cannot be selected by their number.
  const isOffered = selected.matching === null && isPageSelected && totalIsExact && total > (page?.rows.length ?? 0);
  return (
    <SelectionBar
      amount={selectedRows(selected)}
      matching={isOffered && canSelectMatching ? total : undefined}
      onSelectMatching={selection.selectMatching}
      onClear={onClear}
    >
      <Can do={restores.apply}>
        <BusyButton
          size="sm"
          leftSection={<IconRestore size={16} aria-hidden />}
          isBusy={active !== null && !isOfRow}
          isIdle={isOfRow}
          {...(isOfRow && { title: isRestoringText })}
          onClick={() => onRestore({ selection: toSelection(selected, filters) })}
        >
          Restore
        </BusyButton>
      </Can>
    </SelectionBar>
  );
}
