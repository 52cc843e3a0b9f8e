import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import type { Query } from '../../../core/database/database.ts';
import { numberArray } from '../../../core/database/pg-array.ts';
import { type ItemContent, revisionSql } from '../../history/content-repository.ts';
import type { TemplateModel } from '../../model/template-model.ts';
import { presentValues } from './present-values.ts';

/** An item at a version. */
export interface ItemVersion {
  id: number;
  version: number;
}

/** The contents of items at these versions in the template's present form, by id; items without that revision are missing. */
export async function readVersions(
  query: Query,
  { key: templateKey, tree }: Pick<TemplateModel, 'key' | 'tree'>,
  versions: readonly ItemVersion[],
): Promise<Map<number, ItemContent>> {
  if (versions.length === 0) return new Map();
  const rows = await query<{ id: number; label: string; values: ItemValues }>(
    `select x.id, v.label, v."values" from unnest($2::text::int[], $3::text::int[]) x (id, version)
      cross join lateral (${revisionSql('$1', 'x.id', 'x.version')}) v`,
    [templateKey, numberArray(versions.map(({ id }) => id)), numberArray(versions.map(({ version }) => version))],
    'import-row-versions',
  );
  return new Map(rows.map(({ id, label, values }) => [id, { label, values: presentValues(tree, values) }]));
}

/** The versions of items, by id. */
export async function readVersionsNow(
  query: Query,
  templateKey: number,
  ids: readonly number[],
): Promise<Map<number, { version: number; bytes: number }>> {
  const rows = await query<ItemVersion & { bytes: number }>(
    'select id, version, bytes from items where template_key = $1 and id = any($2::text::int[])',
    [templateKey, numberArray(ids)],
    'item-versions-now',
  );
  return new Map(rows.map(({ id, ...state }) => [id, state]));
}
