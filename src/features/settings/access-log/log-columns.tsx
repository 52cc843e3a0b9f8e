import type { LogEntry } from '@quartermaster/contract/endpoints/people/access-log.ts';
import { Link } from 'react-router-dom';
import { EntrySentence } from '../../../shared/access/history/entry-sentence.tsx';
import type { TableColumn } from '../../../shared/table/table-column.ts';
import { dateTime } from '../../../shared/ui/date-time.ts';
import classes from './access-log.module.css';
import { EntryChanges } from './entry-changes.tsx';

interface ColumnOptions {
  /** The URL of the entries about a member. */
  addressOfPerson: (id: number) => string;
  /** True if there is too little room for a column of the times. */
  isNarrow: boolean;
}

/** The columns of the access log. */
export function logColumns({ addressOfPerson, isNarrow }: ColumnOptions): TableColumn<LogEntry>[] {
  const time = ({ at }: LogEntry) => (
    <time className={classes.time} dateTime={at}>
      {dateTime(at)}
    </time>
  );
  const change = (entry: LogEntry) => (
    <>
      <EntrySentence entry={entry} person={(person) => <Person person={person} addressOfPerson={addressOfPerson} />} />
      <EntryChanges details={entry.details} />
    </>
  );
  if (!isNarrow) {
    return [
      { id: 'when', header: 'When', width: 190, pinned: true, cell: time },
      { id: 'change', header: 'Change', width: 560, grows: true, cell: change },
    ];
  }
  const both = (entry: LogEntry) => (
    <>
      {time(entry)}
      <div>{change(entry)}</div>
    </>
  );
  return [{ id: 'change', header: 'Change', width: 260, grows: true, cell: both }];
}

interface PersonProps extends Pick<ColumnOptions, 'addressOfPerson'> {
  person: LogEntry['actor'];
}

/** A member in an entry; the name links to that member's entries. */
function Person({ person: { id, name, email }, addressOfPerson }: PersonProps) {
  const text = name || email;
  if (id === null) {
    return (
      <span className={classes.person} title={email}>
        {text}
      </span>
    );
  }
  return (
    <Link className={classes.person ?? ''} title={email} to={addressOfPerson(id)}>
      {text}
    </Link>
  );
}
