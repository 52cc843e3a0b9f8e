import { Button } from '@mantine/core';
import type { LogEntry } from '@quartermaster/contract/endpoints/people/access-log.ts';
import { paths, pathTo } from '@quartermaster/contract/paths.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useWorkspace } from '../../../shared/access/require-role.tsx';
import { accessLogQueries } from '../../../shared/data/people/access-log.ts';
import { useRequest } from '../../../shared/services/request.ts';
import { useServices } from '../../../shared/services/services.ts';
import { periodOf } from '../../../shared/table/list/days.ts';
import { DaysFilter } from '../../../shared/table/list/days-filter.tsx';
import { ListLayout } from '../../../shared/table/list/list-layout.tsx';
import { ListTable } from '../../../shared/table/list/list-table.tsx';
import { type ListAddress, useListAddress } from '../../../shared/table/list/use-list-address.ts';
import { useNarrow } from '../../../shared/ui/hooks/use-narrow.ts';
import { LinkButton } from '../../../shared/ui/link-button.tsx';
import { EmptyState } from '../../../shared/ui/page/empty-state.tsx';
import { PageHeader } from '../../../shared/ui/page/page-header.tsx';
import { texts } from '../../../shared/ui/texts.ts';
import classes from './access-log.module.css';
import { logColumns } from './log-columns.tsx';
import { PersonFilter } from './person-filter.tsx';

/** Changes of members' access to a workspace: who changed whose. */
export function AccessLogPage() {
  const { id, name } = useWorkspace();
  return (
    <ListLayout>
      <PageHeader title={texts.accessLog} back={{ label: name, to: pathTo(paths.workspace, { workspaceId: id }) }} />
      {/* Another workspace has its own log. */}
      <AccessLog key={id} />
    </ListLayout>
  );
}

const rowId = ({ id }: LogEntry) => String(id);

function AccessLog() {
  const { id } = useWorkspace();
  const navigate = useNavigate();
  const address = useListAddress();
  const { person, days } = address;
  const query = { ...address.pageQuery, person, period: periodOf(days) };
  const page = useQuery(accessLogQueries.list(useRequest(), id, query));
  // Keep the name with which the member was chosen or first shown: entries can contain different ones.
  const [labels, setLabels] = useState<Record<number, string>>({});
  const label = person === undefined ? undefined : (labels[person] ?? labelOf(person, page.data?.rows));
  if (person !== undefined && label !== undefined && labels[person] === undefined) {
    setLabels({ ...labels, [person]: label });
  }
  const isNarrow = useNarrow(useServices().root);
  const { addressOfPerson } = address;
  const columns = useMemo(() => logColumns({ addressOfPerson, isNarrow }), [addressOfPerson, isNarrow]);
  return (
    <>
      <search className={classes.filter}>
        <PersonFilter
          value={person === undefined ? null : { id: person, label: label ?? `Person ${person}` }}
          onChange={(next) => {
            if (next) setLabels({ ...labels, [next.id]: next.label });
            void navigate(address.addressOfPerson(next?.id));
          }}
        />
        <DaysFilter value={days} onChange={address.setDays} />
      </search>
      <ListTable
        label={texts.accessLog}
        many="entries"
        columns={columns}
        rowId={rowId}
        page={page}
        address={address}
        failure="The access log could not be loaded"
        empty={<NoEntries address={address} />}
        wraps
      />
    </>
  );
}

/** A member with the name from the entries. */
function labelOf(person: number, entries: readonly LogEntry[] = []): string | undefined {
  const named = entries.flatMap(({ actor, subject }) => [actor, subject]).find((one) => one?.id === person);
  return named ? `${named.name} (${named.email})` : undefined;
}

function NoEntries({ address }: { address: ListAddress }) {
  const { days, person } = address;
  if (days !== null) {
    const all = (
      <Button variant="default" onClick={() => address.setDays(null)}>
        Show all dates
      </Button>
    );
    return <EmptyState title="No entries" message="Nothing was changed on these days." action={all} />;
  }
  if (person !== undefined) {
    const all = (
      <LinkButton variant="default" to={address.addressOfPerson(undefined)}>
        Show all people
      </LinkButton>
    );
    return <EmptyState title="No entries" message="Nothing was changed by or for this person." action={all} />;
  }
  return (
    <EmptyState
      title="No entries yet"
      message="This log records each invitation and each change of a member, a role or a role’s holders."
    />
  );
}
