import { type AuthorColumns, toColumns } from '../base/actor.ts';
import type { Query } from '../database/database.ts';
import { sqlText } from '../database/sql-text.ts';
import type { NewEvent, StoredEvent } from './event.ts';

/**
 * SQL: inserts events, for statements that emit what they write. `rows` selects the instance, the kind, the account, the
 * actor, the origin and the details of each.
 */
export const insertEventsSql = (rows: string): string => sqlText`
  insert into events (instance_id, kind, account_id, actor, origin, details)
  ${rows}
`;

/** Stores an event. */
export async function insertEvent(query: Query, { instanceId, author, kind, ...details }: NewEvent): Promise<void> {
  const { accountId, actor, origin } = toColumns(author);
  await query(
    insertEventsSql('values ($1, $2, $3, $4, $5, $6::jsonb)'),
    [instanceId, kind, accountId, actor, origin, JSON.stringify(details)],
    'emit',
  );
}

/** An arbitrary number; the advisory lock under which positions are assigned. */
const positionLock = 7_164_002;

/** The events that get their positions in one statement. */
const numberedAtOnce = 1000;

/**
 * Assigns positions to committed events, in a transaction of its own that must end soon; returns false if more may be
 * left. Ids cannot be the order of reading: a transaction may commit after others whose events have higher ids. One
 * server numbers at a time, and so a reader that sees a position also sees all lower ones.
 */
export async function numberEvents(query: Query): Promise<boolean> {
  await query('select pg_advisory_xact_lock($1)', [positionLock]);
  const numbered = await query(
    `with next as materialized (
        select id, nextval('event_positions') as position
        from (select id from events where position is null order by position, id limit ${numberedAtOnce}) e
      )
      update events e set position = n.position from next n where e.position is null and e.id = n.id returning 1`,
    [],
    'number-events',
  );
  return numbered.length < numberedAtOnce;
}

/** True if committed events have no positions yet. */
export async function hasUnnumberedEvents(query: Query): Promise<boolean> {
  const rows = await query('select 1 from events where position is null limit 1', [], 'unnumbered-events');
  return rows.length > 0;
}

/**
 * Adds a consumer, which gets the events after those that have positions, or all of them; nothing if there is one with
 * this name.
 */
export async function addConsumer(query: Query, name: string, fromStart = false): Promise<void> {
  await query(
    `insert into event_consumers (name, position) select $1, case when $2 then 0 else coalesce(max(position), 0) end from events
      on conflict do nothing`,
    [name, fromStart],
  );
}

/** How long a locked consumer is waited for, as PostgreSQL writes it. */
const lockTimeout = '2s';

/**
 * Locks a consumer until the end of the transaction, and returns the position of the last event that it has handled. If
 * another server has locked it: undefined, or with `waits` the position afterwards; throws if that takes too long.
 */
export async function lockConsumer(query: Query, name: string, waits = false): Promise<number | undefined> {
  if (waits) await query(`set local lock_timeout = '${lockTimeout}'`, []);
  const [row] = await query<{ position: number }>(
    `select position from event_consumers where name = $1 for update${waits ? '' : ' skip locked'}`,
    [name],
  );
  return row?.position;
}

/** SQL: true if a consumer that starts with all stored events has not handled all that are committed. */
export const hasPendingEventsSql = (name: string): string => `(
  exists (select 1 from events where position is null)
  or coalesce((select max(position) from events), 0) > coalesce((select position from event_consumers where name = '${name}'), 0)
)`;

/** Stores the position of the last event that a consumer has handled. */
export async function moveConsumer(query: Query, name: string, position: number): Promise<void> {
  await query('update event_consumers set position = $2 where name = $1', [name, position]);
}

/** Whether a consumer that starts with all stored events has any left. */
export async function hasPendingEvents(query: Query, name: string): Promise<boolean> {
  const [row] = await query<{ pending: boolean }>(`select ${hasPendingEventsSql(name)} as pending`, []);
  return row?.pending ?? false;
}

interface EventRow extends AuthorColumns {
  position: number;
  instanceId: number;
  kind: string;
  details: object;
  at: Date;
}

/** The next events after a position. */
export async function readEvents(query: Query, after: number, limit: number): Promise<StoredEvent[]> {
  const rows = await query<EventRow>(
    `select position, instance_id as "instanceId", kind, account_id as "accountId", actor, origin, details, at
      from events where position > $1 order by position limit $2`,
    [after, limit],
    'read-events',
  );
  // Stored by insertEvent(), or by statements of the same form.
  return rows.map(({ details, ...row }) => ({ ...row, ...details }) as StoredEvent);
}

/** The events that are deleted in one statement. */
const deletedAtOnce = 5000;

/** Deletes a batch of the numbered events from before a time, read or not; returns false once none are left. */
export async function deleteOldEvents(query: Query, before: Date): Promise<boolean> {
  const deleted = await query(
    `delete from events where position = any(array(
        select position from (select position, at from events where position is not null order by position limit ${deletedAtOnce}) e
        where at < $1::timestamptz
      )) returning 1`,
    [before.toISOString()],
  );
  return deleted.length > 0;
}
