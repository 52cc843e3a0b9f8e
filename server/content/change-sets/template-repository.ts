import type { Query } from '../../core/database/database.ts';
import type { StoredTemplateState } from '../../core/tables/change-sets.ts';

/** The states of templates of an instance, by id. */
export async function readTemplateStates(
  query: Query,
  instanceId: number,
  ids: readonly string[],
): Promise<Map<string, StoredTemplateState>> {
  const rows = await query<StoredTemplateState & { id: string }>(
    `select id, label, fields, next_field_key as "nextFieldKey", version from templates
      where instance_id = $1 and id = any(array(select jsonb_array_elements_text($2::jsonb)))`,
    [instanceId, JSON.stringify(ids)],
  );
  return new Map(rows.map(({ id, ...state }) => [id, state]));
}

/** The keys of all templates of an instance, by id. */
export async function readTemplateKeys(query: Query, instanceId: number): Promise<Map<string, number>> {
  const rows = await query<{ id: string; key: number }>('select id, key from templates where instance_id = $1', [
    instanceId,
  ]);
  return new Map(rows.map(({ id, key }) => [id, key]));
}

/** Reserves database keys for templates that are still to be created. */
export const nextTemplateKeys = async (query: Query, count: number): Promise<number[]> =>
  (
    await query<{ key: number }>(
      `select nextval(pg_get_serial_sequence('templates', 'key'))::int as key from generate_series(1, $1)`,
      [count],
    )
  ).map(({ key }) => key);

/** How many template changes of two instances still have items to change. */
export const countOpenChanges = async (query: Query, instanceIds: readonly number[]): Promise<number> =>
  (
    await query<{ open: number }>(
      `select count(*)::int as open from template_changes c join templates t on t.key = c.template_key where t.instance_id in ($1, $2)`,
      instanceIds,
    )
  )[0]?.open ?? 0;
