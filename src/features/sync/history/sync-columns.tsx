import type { Sync } from '@quartermaster/contract/endpoints/sync.ts';
import { syncHistoryEntryPath } from '@quartermaster/contract/paths.ts';
import type { TableColumn } from '../../../shared/table/table-column.ts';
import { authorName } from '../../../shared/ui/author-name.ts';
import { ChangeAmount } from '../../../shared/ui/change/change-amount.tsx';
import { dateTime } from '../../../shared/ui/date-time.ts';
import { Direction } from '../../../shared/ui/direction.tsx';
import { TextLink } from '../../../shared/ui/link-button.tsx';
import classes from '../history.module.css';
import { SyncState } from './sync-summary.tsx';

/** The columns of the syncs from and to an instance. */
export const syncColumns = (instanceId: number): TableColumn<Sync>[] => [
  {
    id: 'when',
    header: 'When',
    width: 204,
    pinned: true,
    cell: ({ id, created_at }) => <TextLink to={syncHistoryEntryPath(id, instanceId)}>{dateTime(created_at)}</TextLink>,
  },
  { id: 'by', header: 'By', width: 150, grows: true, cell: ({ by }) => authorName(by.name, 'start') },
  {
    id: 'direction',
    header: 'From → to',
    width: 170,
    cell: ({ source, target }) => <Direction source={source.env} target={target.env} />,
  },
  { id: 'changes', header: 'Changes', width: 260, cell: ({ counts }) => <ChangeAmount counts={counts} /> },
  {
    id: 'note',
    header: 'Note',
    width: 200,
    grows: true,
    cell: ({ note, undoes }) => (
      <>
        {undoes !== null && <span className={classes.undo}>Undo of {undoes} </span>}
        {note}
      </>
    ),
  },
  { id: 'state', header: 'State', width: 110, cell: (sync) => <SyncState sync={sync} /> },
];
