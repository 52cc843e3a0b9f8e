import { Anchor } from '@mantine/core';
import type { ReportHeader } from '@quartermaster/contract/endpoints/reports.ts';
import { Link, type To } from 'react-router-dom';
import type { TableColumn } from '../../../shared/table/table-column.ts';
import { dateTime } from '../../../shared/ui/date-time.ts';
import classes from './report-columns.module.css';
import { ReportStatus } from './report-status.tsx';

/** A link to a report, with the state of the list's history entry. */
type LinkOf = (id: number) => { to: To; state: unknown };

/** The columns of the exports. */
export const reportColumns = (linkOf: LinkOf): TableColumn<ReportHeader>[] => [
  {
    id: 'id',
    header: 'ID',
    width: 64,
    align: 'right',
    pinned: true,
    cell: ({ id }) => (
      <Anchor component={Link} inherit className={classes.id ?? ''} {...linkOf(id)} aria-label={`Report ${id}`}>
        {id}
      </Anchor>
    ),
  },
  { id: 'created', header: 'Created', width: 168, grows: true, cell: ({ created_at }) => dateTime(created_at) },
  { id: 'status', header: 'Status', width: 124, cell: (report) => <ReportStatus report={report} /> },
];
