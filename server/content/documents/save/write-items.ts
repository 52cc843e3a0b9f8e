import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import { type Author, toColumns } from '../../../core/base/actor.ts';
import { type Bind, binder } from '../../../core/database/binder.ts';
import type { Query } from '../../../core/database/database.ts';
import { numberArray, textArray } from '../../../core/database/pg-array.ts';
import { violates } from '../../../core/database/sql-states.ts';
import { sqlText } from '../../../core/database/sql-text.ts';
import { type BatchIndex, type IndexedItem, indexOf } from '../batch-index.ts';
import type { StoredImage } from '../images/store-images.ts';
import { itemChangedSql, itemsChangedSql } from '../items-changed-sql.ts';

/** An item to be written. */
export interface ItemWrite extends IndexedItem {
  templateKey: number;
  /** The version that it replaces; 0 for a new item. */
  version: number;
  /** Hash of the state that it replaces: a template change keeps the item's version. */
  hash: string | undefined;
  label: string;
  values: ItemValues;
  /** Set for a new item whose creation may be repeated. */
  repeatable: { key: string; bodyHash: string } | undefined;
}

/** The preconditions of a write: if one of them no longer holds when the rows are locked, nothing is written. */
export interface WriteBatch {
  instanceId: number;
  projectId: number;
  author: Author;
  at: Date;
  items: readonly ItemWrite[];
  templates: readonly { key: number; version: number; hash: string }[];
  targets: readonly { templateKey: number; id: number }[];
  images: readonly StoredImage[];
}

/** A written item: `place` is its index in the batch. */
export interface WrittenItem {
  place: number;
  id: number;
  version: number;
}

/** The parts that a batch needs in its statement; each combination has one text and is prepared once. */
interface Parts {
  isSingle: boolean;
  creates: boolean;
  updates: boolean;
  replaces: boolean;
  values: boolean;
  links: boolean;
  targets: boolean;
  images: boolean;
  keyed: boolean;
}

/** How long a save waits for rows that a sync or a change of the template is writing, in milliseconds. */
const lockTimeout = 1500;

/** How long a creation can be repeated, and how many older keys are deleted with each new one. */
const keptKeys = { days: 7, deletedAtOnce: 20 };

/** True if the key of a new item was used by another save in the meantime. */
export const isKeyTaken = (error: unknown): boolean => violates(error, 'idempotency_keys_template_key_key_pk');

/**
 * Writes a batch with everything that belongs to it (revisions, events, index rows, links, images, counts) in one statement,
 * and returns what was written. Templates and link targets are locked against change until the end of the transaction.
 * New ids come from the project. If it returns fewer rows than items, a precondition no longer holds and the
 * transaction must be rolled back; with a single item nothing was written in that case. Fails with `lock_timeout` if rows
 * to be changed stay locked for too long.
 */
export function writeItems(query: Query, batch: WriteBatch): Promise<WrittenItem[]> {
  const { values, bind } = binder();
  const { items, targets, images } = batch;
  const rows = indexOf(items);
  const parts: Parts = {
    isSingle: items.length === 1,
    creates: items.some(({ id }) => id === undefined),
    updates: items.some(({ id }) => id !== undefined),
    replaces: rows.replaced.index.length > 0,
    values: rows.values.index.length > 0,
    links: rows.links.index.length > 0,
    targets: targets.length > 0,
    images: images.length > 0,
    keyed: items.some(({ repeatable }) => repeatable),
  };
  const text = statement({ parts, batch, rows }, bind);
  return query<WrittenItem>(text, values, `write-items-${Object.values(parts).map(Number).join('')}`);
}

interface Writing {
  parts: Parts;
  batch: WriteBatch;
  rows: BatchIndex;
}

/** What the clauses of a statement have in common. */
interface Clauses extends Writing {
  bind: Bind;
  ints: (list: readonly (number | null)[]) => string;
  texts: (list: readonly (string | null)[]) => string;
  /** The bound columns of the author, the time and, if it is used, the instance. */
  author: string;
  at: string;
  instance: string;
  /** How many items are new. */
  created: number;
}

function statement(writing: Writing, bind: Bind): string {
  const { parts, batch } = writing;
  const { accountId, actor, origin } = toColumns(batch.author);
  const shared: Clauses = {
    ...writing,
    bind,
    ints: (list) => bind(numberArray(list), 'text::int[]'),
    texts: (list) => bind(textArray(list), 'text::text[]'),
    author: [bind(accountId, 'int'), bind(actor, 'text'), bind(origin, 'text')].join(', '),
    at: bind(batch.at.toISOString(), 'timestamptz'),
    // PostgreSQL rejects unused parameters.
    instance: parts.links || parts.images ? bind(batch.instanceId, 'int') : '',
    created: batch.items.filter(({ id }) => id === undefined).length,
  };
  const clauses = [
    ...lockClauses(shared),
    ...itemClauses(shared),
    writtenSql(parts),
    ...historyClauses(shared),
    ...indexClauses(shared),
    ...besideClauses(shared),
  ];
  return sqlText`
    with ${clauses.filter((clause) => clause !== false).join(',\n')}
    select place, id, version from written
  `;
}

/** Locks the templates and the targets of links, and finds out whether all are as they were read. */
function lockClauses({ parts, batch: { templates, targets }, bind, ints, texts }: Clauses) {
  return [
    // Until the end of the transaction. Creations may wait longer for the next id of their project.
    parts.updates &&
      sqlText`
        limited as materialized (
          select set_config('lock_timeout', '${lockTimeout}ms', true)
        )
      `,
    sqlText`
      held_templates as materialized (
        select t.key, t.version
        from ${parts.updates ? 'limited, ' : ''}templates t
        join unnest(
          ${ints(templates.map(({ key }) => key))},
          ${ints(templates.map(({ version }) => version))},
          ${texts(templates.map(({ hash }) => hash))}
        ) x (key, version, hash) using (key)
        where t.version = x.version and t.hash = x.hash::uuid
        for share of t
      )
    `,
    parts.targets &&
      sqlText`
        held_targets as materialized (
          select i.id
          from ${parts.updates ? 'limited, ' : ''}items i
          join unnest(
            ${ints(targets.map(({ templateKey }) => templateKey))},
            ${ints(targets.map(({ id }) => id))}
          ) x (template_key, id) using (template_key, id)
          for key share of i
        )
      `,
    sqlText`
      fit as materialized (
        select (select count(*) from held_templates) = ${bind(templates.length, 'int')}
          ${parts.targets ? `and (select count(*) from held_targets) = ${bind(targets.length, 'int')}` : ''}
          as fits
      )
    `,
  ];
}

/** Writes the items. */
function itemClauses({ parts, batch, bind, ints, texts, at, created }: Clauses) {
  const { items } = batch;
  let ordinal = 0;
  const input = sqlText`
    unnest(
      ${ints(items.map((_, index) => index))},
      ${ints(items.map(({ templateKey }) => templateKey))},
      ${ints(items.map(({ id }) => id ?? null))},
      ${ints(items.map(({ version }) => version))},
      ${ints(items.map(({ id }) => (id === undefined ? ordinal++ : null)))},
      ${texts(items.map(({ label }) => label))},
      ${texts(items.map((item) => JSON.stringify(item.values)))},
      ${texts(items.map(({ hash }) => hash ?? null))}
    ) x (place, template_key, id, version, nth, label, "values", hash)
  `;
  return [
    sqlText`
      input as materialized (
        select x.place, x.template_key, x.id, x.version, x.nth, x.label, x."values"::jsonb, x.hash::uuid
        from ${input}, fit
        where fits
      )
    `,
    parts.creates &&
      sqlText`
        numbered as (
          update projects set next_item_id = next_item_id + ${bind(created, 'int')}
          where id = ${bind(batch.projectId, 'int')} and (select fits from fit)
          returning next_item_id - ${bind(created, 'int')} as first_id
        ),
        created as (
          insert into items (template_key, id, label, "values", version, created_at, updated_at)
          select x.template_key, n.first_id + x.nth, x.label, x."values", 1, ${at}, ${at}
          from input x, numbered n
          where x.id is null
        )
      `,
    parts.updates &&
      sqlText`
        updated as (
          update items i set label = x.label, "values" = x."values", version = i.version + 1, updated_at = ${at}
          from input x
          where i.template_key = x.template_key and i.id = x.id and i.version = x.version and i.hash = x.hash
          returning x.place, i.template_key, i.id, i.version
        )
      `,
  ];
}

/** Stores revisions and events. */
function historyClauses({ parts, author, at }: Clauses) {
  const changedSql = parts.isSingle ? itemChangedSql : itemsChangedSql;
  return [
    sqlText`
      kept as (
        insert into item_revisions (template_key, item_id, version, action, label, "values", account_id, actor, origin, at, template_version)
        select w.template_key, w.id, w.version, case when x.id is null then 'create' else 'update' end,
          x.label, x."values", ${author}, ${at}, t.version
        from written w
        join input x using (place)
        join held_templates t on t.key = w.template_key
      )
    `,
    sqlText`
      emitted as (
        ${changedSql(`select template_key, id, ${actionSql(parts)} as action from written`, author)}
      )
    `,
  ];
}

/** Replaces the index rows of values and links. */
function indexClauses({ parts, rows, bind, ints, texts, instance }: Clauses) {
  return [
    parts.replaces &&
      sqlText`
        gone as materialized (
          select * from unnest(${ints(rows.replaced.index)}, ${ints(rows.replaced.key)}) g (place, field_key)
        ),
        unindexed as (
          ${removalSql('item_values')}
        ),
        unlinked as (
          ${removalSql('item_links')}
        )
      `,
    parts.values &&
      sqlText`
        indexed as (
          insert into item_values (template_key, item_id, field_key, number, text)
          select w.template_key, w.id, v.field_key, v.number, v.text
          from unnest(
            ${ints(rows.values.index)},
            ${ints(rows.values.key)},
            ${bind(numberArray(rows.values.number), 'text::float8[]')},
            ${texts(rows.values.text)}
          ) v (place, field_key, number, text)
          join written w using (place)
        )
      `,
    parts.links &&
      sqlText`
        linked as (
          insert into item_links (instance_id, template_key, item_id, field_key, target_id)
          select ${instance}, w.template_key, w.id, l.field_key, l.target_id
          from unnest(
            ${ints(rows.links.index)},
            ${ints(rows.links.key)},
            ${ints(rows.links.target)}
          ) l (place, field_key, target_id)
          join written w using (place)
        )
      `,
  ];
}

/** Stores images, keys of requests and counts of items. */
function besideClauses({ parts, batch: { items, images }, ints, texts, instance, at }: Clauses) {
  return [
    parts.images &&
      sqlText`
        stored as (
          insert into images (instance_id, path, bytes, created_at)
          select ${instance}, x.path, x.bytes, ${at}
          from unnest(
            ${texts(images.map(({ path }) => path))},
            ${ints(images.map(({ bytes }) => bytes))}
          ) x (path, bytes), fit
          where fits
          on conflict do nothing
        )
      `,
    parts.keyed &&
      sqlText`
        remembered as (
          insert into idempotency_keys (template_key, key, item_id, body_hash, created_at)
          select w.template_key, k.key::uuid, w.id, k.body_hash::uuid, ${at}
          from unnest(
            ${ints(items.map((_, index) => index))},
            ${texts(items.map(({ repeatable }) => repeatable?.key ?? null))},
            ${texts(items.map(({ repeatable }) => repeatable?.bodyHash ?? null))}
          ) k (place, key, body_hash)
          join written w using (place)
          where k.key is not null
        ),
        forgotten as (
          delete from idempotency_keys
          where (template_key, key) in (
            select template_key, key
            from idempotency_keys
            where created_at < ${at} - interval '${keptKeys.days} days'
            order by created_at
            limit ${keptKeys.deletedAtOnce}
            for update skip locked
          )
        )
      `,
    parts.creates &&
      sqlText`
        counted as (
          insert into item_counts (template_key, items)
          select template_key, count(*) from input
          where id is null
          group by template_key
          order by template_key
          on conflict (template_key) do update set items = item_counts.items + excluded.items
        )
      `,
  ];
}

/** Only new items have the version 1. */
const actionSql = ({ creates, updates }: Parts): string =>
  creates && updates ? "case version when 1 then 'create' else 'update' end" : creates ? "'create'" : "'update'";

function writtenSql(parts: Parts): string {
  const written = [
    ...(parts.updates ? ['select place, template_key, id, version from updated'] : []),
    ...(parts.creates
      ? [
          sqlText`
            select x.place, x.template_key, n.first_id + x.nth as id, 1 as version from input x, numbered n
            where x.id is null
          `,
        ]
      : []),
  ];
  return sqlText`
    written as materialized (
      ${written.join('\nunion all\n')}
    )
  `;
}

const removalSql = (table: 'item_values' | 'item_links'): string => sqlText`
  delete from ${table} v
  using written w, gone g
  where g.place = w.place and v.template_key = w.template_key and v.item_id = w.id and v.field_key = g.field_key
`;
