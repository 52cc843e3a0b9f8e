import { toActorColumns } from '../../../core/base/actor.ts';
import { type Bind, binder } from '../../../core/database/binder.ts';
import type { Query } from '../../../core/database/database.ts';
import { numberArray, textArray } from '../../../core/database/pg-array.ts';
import { cte, sqlText } from '../../../core/database/sql-text.ts';
import { insertEventsSql } from '../../../core/events/event-repository.ts';
import { trashedColumns, trashItemsSql } from '../../documents/trash-sql.ts';
import { type ChangeSet, type ChangeSetTemplate, templateKeyOf } from '../change-set.ts';
import { type NewChangeSet, newChangeSetSql, originOf } from '../change-set-repository.ts';
import { itemsSql, type StagedIndexRow, type StagedItem, storedItemsSql } from '../stage/stage-repository.ts';

/** A local change set with what it writes: items of one of its templates, and their index rows. */
export interface LocalWrite {
  changeSet: ChangeSet;
  template: ChangeSetTemplate;
  /** The id of the change set, if it was stored with another one of its templates. */
  storedAs: number | null;
  created: NewChangeSet & Required<Pick<NewChangeSet, 'counts'>>;
  items: readonly StagedItem[];
  /** The template keys of all items that the change set adds, by id: those of other templates may follow. */
  added: ReadonlyMap<number, number>;
  rows: readonly StagedIndexRow[];
  at: Date;
}

/** What was written. */
export interface WrittenLocal {
  /** Null if nothing was stored: something did not fit, or a request with the same key was stored. */
  id: number | null;
  /** False if the template is no longer in the expected state. */
  fits_template: boolean;
  /** False if an item that others would link to does not exist. */
  fits_links: boolean;
  /** How many items were unchanged since they were read; if not all were, the transaction must be rolled back. */
  items: number;
}

/**
 * Stores a small local change set as applied, or one more template of a stored one, with its history, its event and
 * everything that its items change, in one statement. The template and the link targets are locked until the end of the
 * transaction. Whether a deletion breaks links has to be
 * checked afterwards.
 */
export async function writeLocal(query: Query, write: LocalWrite): Promise<WrittenLocal> {
  const { values, bind } = binder();
  const writing = beginWriting(bind, write);
  const { parts } = writing;
  const clauses = [
    ...lockClauses(writing),
    ...itemClauses(writing),
    ...historyClauses(writing),
    ...indexClauses(writing),
    ...closingClauses(writing),
  ];
  const written = (['added', 'updated', 'removed', 'kept'] as const).filter((name) => parts[name]);
  const text = sqlText`
    with ${clauses.filter((clause) => clause !== false).join(',\n')}
    select fits_template, fits_links, ${changeSetId} as id, (${written.map((name) => `(select count(*) from ${name})`).join(' + ') || '0'})::int as items
    from fit
  `;
  const [row] = await query<WrittenLocal>(text, values, `write-local-${Object.values(parts).map(Number).join('')}`);
  return row ?? { id: null, fits_template: false, fits_links: false, items: 0 };
}

/** SQL: the id of the change set that is written. */
const changeSetId = '(select id from change_set)';

/** A clause of the statement; false if there is nothing to write by it. */
type Clause = string | false;

/** What the clauses of a statement share. `parts` says which of them there are: a statement of other parts has another name. */
type Writing = ReturnType<typeof beginWriting>;

function beginWriting(bind: Bind, write: LocalWrite) {
  const { changeSet, template, storedAs, created, items, rows, at: date } = write;
  const count = (kind: StagedItem['change']) => countWritten(items, kind);
  const more = count('added') - count('removed');
  const linked = linkTargets(write);
  const replaced = replacedKeys(write);
  const valueRows = rows.filter(({ number, text }) => number !== null || text !== null);
  const linkRows = rows.filter(({ targetId }) => targetId !== null);
  const parts = {
    template: template.model !== undefined,
    targets: linked.length > 0,
    added: count('added') > 0,
    updated: count('updated') > 0,
    removed: count('removed') > 0,
    returns: count('added') > 0 && (changeSet.undoes !== null || created.contentFrom === 'restore'),
    kept: items.some(({ version }) => version === null),
    replaces: replaced.length > 0,
    values: valueRows.length > 0,
    links: linkRows.length > 0,
    counts: more !== 0,
    emits: items.length > 0 && storedAs === null,
    joins: storedAs !== null,
  };
  const key = bind(templateKeyOf(template), 'int');
  const at = bind(date.toISOString(), 'timestamptz');
  const { accountId, actor } = toActorColumns(created.actor);
  const origin = bind(originOf(changeSet, created), 'text');
  const author = { columns: `${bind(accountId, 'int')}, ${bind(actor, 'text')}, ${origin}`, from: '' };
  return {
    ...{ write, bind, parts, linked, replaced, valueRows, linkRows, more, key, at, author },
    ints: (list: readonly (number | null)[]) => bind(numberArray(list), 'text::int[]'),
    texts: (list: readonly (string | null)[]) => bind(textArray(list), 'text::text[]'),
  };
}

/** Locks the template and what new links lead to, and stores the change set if both are as expected. */
function lockClauses({ write, bind, parts, linked, key, at, ints }: Writing): Clause[] {
  const { changeSet, created, storedAs, items } = write;
  const { model } = write.template;
  const ended = {
    columns: { state: `'applied'`, finished_at: at },
    from: 'from fit where fits_template and fits_links',
  };
  return [
    parts.template &&
      sqlText`
        held_template as materialized (
          select 1
          from templates t
          where t.key = ${key} and t.version = ${bind(model?.version, 'int')}
            and t.hash = ${bind(model?.hash, 'uuid')}
          for share of t
        )
      `,
    parts.targets &&
      sqlText`
        held_targets as materialized (
          select i.id
          from items i
          join unnest(
            ${ints(linked.map(({ templateKey }) => templateKey))},
            ${ints(linked.map(({ id }) => id))}
          ) x (template_key, id) using (template_key, id)
          for key share of i
        )
      `,
    cte(
      'fit',
      sqlText`
        select ${parts.template ? 'exists (select 1 from held_template)' : 'true'} as fits_template,
          ${parts.targets ? `(select count(*) from held_targets) = ${bind(linked.length, 'int')}` : 'true'} as fits_links
      `,
    ),
    sqlText`
      change_set as (
        ${parts.joins ? `select ${bind(storedAs, 'int')} as id ${ended.from}` : newChangeSetSql(bind, changeSet, created, ended)}
      )
    `,
    cte('input', `${itemsSql(bind, items)}, change_set`),
  ];
}

/** Writes the items themselves, and what is stored about deleted and returning ones. */
function itemClauses({ parts, key, at, author }: Writing): Clause[] {
  const isSame = `i.template_key = ${key} and i.id = x.id and i.hash = x.target_hash::uuid and i.version = x.target_version`;
  return [
    parts.added &&
      sqlText`
        added as (
          insert into items (template_key, id, label, "values", version, synced_hash, synced_version, created_at, updated_at)
          select ${key}, x.id, x.content_label, x.document, x.version, x.next_synced_hash::uuid, x.next_synced_version, ${at}, ${at}
          from input x
          where x.change = 'added' and x.version is not null
          on conflict do nothing
          returning 1
        )
      `,
    parts.updated &&
      sqlText`
        updated as (
          update items i set label = x.content_label, "values" = x.document, version = x.version, updated_at = ${at},
            synced_hash = x.next_synced_hash::uuid, synced_version = x.next_synced_version
          from input x
          where x.change = 'updated' and x.version is not null and ${isSame}
          returning 1
        )
      `,
    parts.removed &&
      sqlText`
        removed as (
          delete from items i
          using input x
          where x.change = 'removed' and x.version is not null and ${isSame}
          returning ${trashedColumns('i')}
        ),
        trashed as (
          ${trashItemsSql('removed', { author, at, changeSetId })}
        ),
        removed_values as (
          ${removedRowsSql('item_values', key)}
        ),
        removed_links as (
          ${removedRowsSql('item_links', key)}
        )
      `,
    parts.returns &&
      sqlText`
        untrashed as (
          delete from trash t using input x
          where x.change = 'added' and x.version is not null and t.template_key = ${key} and t.item_id = x.id
        )
      `,
    parts.kept &&
      sqlText`
        kept as (
          update items i set synced_hash = x.next_synced_hash::uuid, synced_version = x.next_synced_version
          from input x
          where x.version is null and ${isSame}
          returning 1
        )
      `,
  ];
}

/** Stores the template and the items with the change set, and their revisions. */
function historyClauses({ write, bind, key, at, author }: Writing): Clause[] {
  const { templateId, label } = write.template;
  return [
    sqlText`
      kept_template as (
        insert into change_set_templates (change_set_id, template_id, template_key, label)
        select id, ${bind(templateId, 'text')}, ${key}, ${bind(label, 'text')} from change_set
      )
    `,
    storedItemsSql({ changeSetId, templateKey: key, sourceKey: 'null::int', author, at }),
  ];
}

/** Replaces the index rows of the items. */
function indexClauses({ write, bind, parts, replaced, valueRows, linkRows, key, ints, texts }: Writing): Clause[] {
  const { pair } = write.changeSet;
  return [
    parts.replaces &&
      sqlText`
        gone as materialized (
          select g.* from unnest(
            ${ints(replaced.map(({ itemId }) => itemId))},
            ${ints(replaced.map((row) => row.key))}
          ) g (item_id, field_key), change_set
        ),
        unindexed as (
          delete from item_values v using gone g
          where v.template_key = ${key} and v.item_id = g.item_id and v.field_key = g.field_key
        ),
        unlinked as (
          delete from item_links v using gone g
          where v.template_key = ${key} and v.item_id = g.item_id and v.field_key = g.field_key
        )
      `,
    parts.values &&
      sqlText`
        indexed as (
          insert into item_values (template_key, item_id, field_key, number, text)
          select ${key}, v.* from unnest(
            ${ints(valueRows.map(({ itemId }) => itemId))},
            ${ints(valueRows.map((row) => row.key))},
            ${bind(numberArray(valueRows.map(({ number }) => number)), 'text::float8[]')},
            ${texts(valueRows.map(({ text }) => text))}
          ) v (item_id, field_key, number, text), change_set
        )
      `,
    parts.links &&
      sqlText`
        linked as (
          insert into item_links (instance_id, template_key, item_id, field_key, target_id)
          select ${bind(pair.target.id, 'int')}, ${key}, l.* from unnest(
            ${ints(linkRows.map(({ itemId }) => itemId))},
            ${ints(linkRows.map((row) => row.key))},
            ${ints(linkRows.map(({ targetId }) => targetId))}
          ) l (item_id, field_key, target_id), change_set
        )
      `,
  ];
}

/** Counts the items, and emits the event. */
function closingClauses({ write, bind, parts, more, key, author }: Writing): Clause[] {
  const { pair } = write.changeSet;
  return [
    parts.counts &&
      sqlText`
        counted as (
          update item_counts set items = items + ${bind(more, 'int')}
          where template_key = ${key} and exists (select 1 from change_set)
        )
      `,
    parts.emits &&
      sqlText`
        emitted as (
          ${insertEventsSql(sqlText`
            select ${bind(pair.target.id, 'int')}, 'change_set.applied', ${author.columns},
              jsonb_build_object('change_set_id', id) || ${bind(JSON.stringify(detailsOf(write)), 'jsonb')}
            from change_set
          `)}
        )
      `,
  ];
}

/** How many items are added, updated or removed, without those that are kept. */
export const countWritten = (items: readonly StagedItem[], kind: StagedItem['change']): number =>
  items.filter(({ change, version }) => change === kind && version !== null).length;

/** The details of the event, apart from the id of the change set. */
const detailsOf = ({ changeSet, created: { counts } }: LocalWrite) => ({
  undoes_id: changeSet.undoes,
  ...counts,
  templates: 0,
  has_menu: false,
});

/** The items that new index rows link to, without those that the change set adds. */
function linkTargets({ rows, added }: LocalWrite): { templateKey: number; id: number }[] {
  const targets = new Map<string, { templateKey: number; id: number }>();
  for (const { targetId: id, targetKey } of rows) {
    if (id === null) continue;
    // Without its template, it does not exist.
    const templateKey = targetKey ?? 0;
    if (added.get(id) !== templateKey) targets.set(`${templateKey}/${id}`, { templateKey, id });
  }
  return [...targets.values()];
}

/** The fields of updated items whose index rows are replaced. */
function replacedKeys({ items, rows }: LocalWrite): { itemId: number; key: number }[] {
  const updated = new Set(items.flatMap(({ id, change }) => (change === 'updated' ? [id] : [])));
  const keys = new Map<string, { itemId: number; key: number }>();
  for (const { itemId, key } of rows) if (updated.has(itemId)) keys.set(`${itemId}/${key}`, { itemId, key });
  return [...keys.values()];
}

const removedRowsSql = (table: 'item_values' | 'item_links', templateKey: string): string => sqlText`
  delete from ${table} v
  using input x
  where x.change = 'removed' and x.version is not null and v.template_key = ${templateKey} and v.item_id = x.id
`;
