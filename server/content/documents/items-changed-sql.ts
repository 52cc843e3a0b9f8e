import { sqlText } from '../../core/database/sql-text.ts';
import { mostListedIds } from '../../core/events/event.ts';
import { insertEventsSql } from '../../core/events/event-repository.ts';

/**
 * SQL: emits an event for each template and action of changed items, so none if nothing was changed. `changed` selects
 * the `template_key`, `id` and `action` of each item, `author` is the account, the actor and the origin.
 */
export const itemsChangedSql = (changed: string, author: string): string =>
  insertEventsSql(sqlText`
    select t.instance_id, 'items.changed', ${author}, jsonb_strip_nulls(jsonb_build_object(
      'template_id', t.id, 'action', c.action, 'count', count(*),
      'ids', case when count(*) <= ${mostListedIds} then jsonb_agg(c.id order by c.id) end
    ))
    from (${changed}) c
    join templates t on t.key = c.template_key
    group by t.key, c.action
    order by t.key, c.action
  `);

/** SQL: the same for at most one changed item, which is cheaper without groups. */
export const itemChangedSql = (changed: string, author: string): string =>
  insertEventsSql(sqlText`
    select t.instance_id, 'items.changed', ${author}, jsonb_build_object(
      'template_id', t.id, 'action', c.action, 'count', 1, 'ids', jsonb_build_array(c.id)
    )
    from (${changed}) c
    join templates t on t.key = c.template_key
  `);

/** SQL: the author of what a template's change does to the values of its items. */
export const templateChangeAuthor = "null::int, 'system', 'template-change'";

/** SQL: the events of what a template's change does to the items `changed`; no row if it is done silently. */
export const changedWithTemplateSql = (isSilent: boolean | undefined): string =>
  isSilent
    ? 'select 1 where false'
    : itemsChangedSql("select template_key, id, 'update' as action from changed", templateChangeAuthor);
