import { Button, Skeleton } from '@mantine/core';
import type { Output } from '@quartermaster/contract/endpoints/endpoint.ts';
import type { accessLog, LogEntry } from '@quartermaster/contract/endpoints/people/access-log.ts';
import { paths, pathTo } from '@quartermaster/contract/paths.ts';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { useWorkspace } from '../../../shared/access/require-role.tsx';
import { accessLogQueries } from '../../../shared/data/people/access-log.ts';
import { useRequest } from '../../../shared/services/request.ts';
import { AddressPager } from '../../../shared/table/search/address-pager.tsx';
import { periodOf } from '../../../shared/table/search/days.ts';
import { DaysFilter } from '../../../shared/table/search/days-filter.tsx';
import { type ListAddress, useListAddress } from '../../../shared/table/search/use-list-address.ts';
import { dateTime } from '../../../shared/ui/date-time.ts';
import { useFocusFallback } from '../../../shared/ui/hooks/use-focus-fallback.ts';
import { Delayed } from '../../../shared/ui/lazy/delayed.tsx';
import { LinkButton } from '../../../shared/ui/link-button.tsx';
import { EmptyState } from '../../../shared/ui/page/empty-state.tsx';
import { ErrorState } from '../../../shared/ui/page/error-state.tsx';
import { PageHeader } from '../../../shared/ui/page/page-header.tsx';
import { texts } from '../../../shared/ui/texts.ts';
import classes from './access-log.module.css';
import { EntryChanges } from './entry-changes.tsx';
import { EntrySentence } from './entry-sentence.tsx';
import { PersonFilter } from './person-filter.tsx';

/** Changes of members' access to a workspace: who changed whose. */
export function AccessLogPage() {
  const { id, name } = useWorkspace();
  return (
    <div className={classes.page}>
      <PageHeader title={texts.accessLog} back={{ label: name, to: pathTo(paths.workspace, { workspaceId: id }) }} />
      {/* Another workspace has its own log. */}
      <AccessLog key={id} />
    </div>
  );
}

function AccessLog() {
  const { id } = useWorkspace();
  const navigate = useNavigate();
  const address = useListAddress();
  const { person, cursor, size, days } = address;
  const before = Number(cursor) || undefined;
  const wanted = { person, before, limit: size, period: periodOf(days) };
  const page = useQuery(accessLogQueries.list(useRequest(), id, wanted));
  // Keep the name with which the member was chosen or first shown: entries can contain different ones.
  const [labels, setLabels] = useState<Record<number, string>>({});
  const label = person === undefined ? undefined : (labels[person] ?? labelOf(person, page.data?.entries));
  if (person !== undefined && label !== undefined && labels[person] === undefined) {
    setLabels({ ...labels, [person]: label });
  }
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
      <Entries page={page} address={address} />
    </>
  );
}

/** A member with the name from the entries. */
function labelOf(person: number, entries: readonly LogEntry[] = []): string | undefined {
  const named = entries.flatMap(({ actor, subject }) => [actor, subject]).find((one) => one?.id === person);
  return named ? `${named.name} (${named.email})` : undefined;
}

interface EntriesProps {
  page: UseQueryResult<Output<typeof accessLog.list>>;
  address: ListAddress;
}

function Entries(props: EntriesProps) {
  const region = useRef<HTMLElement>(null);
  const focusFallback = useFocusFallback(region);
  return (
    <section ref={region} aria-label="Entries" tabIndex={-1} className={classes.entries} {...focusFallback.props}>
      {entriesOf(props)}
    </section>
  );
}

function entriesOf({ page, address }: EntriesProps) {
  const { data, error, isPlaceholderData } = page;
  if (!data) {
    if (error) {
      return <ErrorState error={error} title="The access log could not be loaded" retry={() => void page.refetch()} />;
    }
    return (
      <Delayed>
        <EntriesSkeleton />
      </Delayed>
    );
  }
  const { entries, next_before } = data;
  if (entries.length === 0) return <NoEntries address={address} />;
  const hasPages = address.cursor !== undefined || next_before !== null;
  return (
    <>
      <ol
        className={classes.list}
        aria-label={texts.accessLog}
        aria-busy={isPlaceholderData}
        data-stale={isPlaceholderData || undefined}
      >
        {entries.map((entry) => (
          <li key={entry.id} className={classes.entry}>
            <time className={classes.time} dateTime={entry.at}>
              {dateTime(entry.at)}
            </time>
            <div>
              <EntrySentence entry={entry} person={(person) => <Person person={person} address={address} />} />
              <EntryChanges details={entry.details} />
            </div>
          </li>
        ))}
      </ol>
      {hasPages && (
        <AddressPager address={address} count={isPlaceholderData ? undefined : entries.length} next={next_before} />
      )}
    </>
  );
}

/** A member in an entry; the name links to that member's entries. */
function Person({ person: { id, name, email }, address }: { person: LogEntry['actor']; address: ListAddress }) {
  const text = name || email;
  if (id === null) {
    return (
      <span className={classes.person} title={email}>
        {text}
      </span>
    );
  }
  return (
    <Link className={classes.person ?? ''} title={email} to={address.addressOfPerson(id)}>
      {text}
    </Link>
  );
}

function NoEntries({ address }: { address: ListAddress }) {
  const { cursor, days, person, toFirst } = address;
  if (cursor !== undefined) {
    const first = (
      <Button variant="default" onClick={toFirst}>
        {texts.firstPage}
      </Button>
    );
    return <EmptyState title="No more entries" action={first} />;
  }
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
      message="Each invitation, and each change of a member, a role or who holds it, is kept here."
    />
  );
}

const EntriesSkeleton = () => (
  <ol className={classes.list} aria-hidden>
    {['62%', '48%', '74%', '55%', '40%', '68%', '51%', '60%'].map((width) => (
      <li key={width} className={classes.entry}>
        <Skeleton height={14} width={140} my={5} />
        <Skeleton height={14} width={width} my={5} />
      </li>
    ))}
  </ol>
);
