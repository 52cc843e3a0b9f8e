import { Button } from '@mantine/core';
import type { ChangeSet } from '@quartermaster/contract/endpoints/change-sets.ts';
import { changeSetPath, syncHistoryEntryPath } from '@quartermaster/contract/paths.ts';
import type { TableColumn } from '../../../shared/table/table-column.ts';
import { authorName } from '../../../shared/ui/author-name.ts';
import { ChangeAmount } from '../../../shared/ui/change/change-amount.tsx';
import { dateTime } from '../../../shared/ui/date-time.ts';
import { TextLink } from '../../../shared/ui/link-button.tsx';
import { SyncState } from '../history/sync-summary.tsx';
import { changeSetTitle } from './change-set-text.ts';

interface ColumnOptions {
  instanceId: number;
  /** Undefined for users who may not undo changes. */
  undo: ((changeSet: ChangeSet) => void) | undefined;
}

/** What has changed another instance is shown as a sync. */
const pathOf = ({ id, target }: ChangeSet, instanceId: number): string =>
  target.id === instanceId ? changeSetPath(id, instanceId) : syncHistoryEntryPath(id, instanceId);

/** The columns of the changes of an instance. */
export const changeSetColumns = ({ instanceId, undo }: ColumnOptions): TableColumn<ChangeSet>[] => [
  {
    id: 'when',
    header: 'When',
    width: 204,
    pinned: true,
    cell: (changeSet) => <TextLink to={pathOf(changeSet, instanceId)}>{dateTime(changeSet.created_at)}</TextLink>,
  },
  { id: 'what', header: 'What', width: 200, grows: true, cell: (changeSet) => changeSetTitle(changeSet, instanceId) },
  { id: 'by', header: 'By', width: 150, grows: true, cell: ({ by }) => authorName(by.name, 'start') },
  { id: 'changes', header: 'Changes', width: 200, cell: ({ counts }) => <ChangeAmount counts={counts} /> },
  {
    id: 'note',
    header: 'Note',
    width: 160,
    grows: true,
    cell: ({ note, undoes }) => (undoes !== null && note === '' ? `Undo of ${undoes}` : note),
  },
  { id: 'state', header: 'State', width: 110, cell: (changeSet) => <SyncState sync={changeSet} /> },
  ...(undo
    ? [
        {
          id: 'undo',
          header: 'Undo',
          isHeaderHidden: true,
          width: 92,
          cell: (changeSet: ChangeSet) =>
            changeSet.can_undo && (
              <Button
                size="compact-sm"
                variant="default"
                aria-label={`Undo ${changeSetTitle(changeSet, instanceId)}, ${dateTime(changeSet.created_at)}`}
                onClick={() => undo(changeSet)}
              >
                Undo
              </Button>
            ),
        },
      ]
    : []),
];
