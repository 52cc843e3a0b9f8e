import type { TreeNode } from '@quartermaster/contract/content/template-tree.ts';
import type { ItemReference } from '@quartermaster/contract/field-types/field-type.ts';
import { linkedTemplatesOf } from '@quartermaster/contract/field-types/registry.ts';
import type { KeyOf } from '@quartermaster/contract/sheets/link-texts.ts';
import { keyFieldOf } from '@quartermaster/contract/sheets/system-columns.ts';
import type { Query } from '../../core/database/database.ts';
import { numberArray, textArray } from '../../core/database/pg-array.ts';
import { findTemplate } from '../model/template-models.ts';

/** The key field of each template that has one, by template id. */
export type KeyFields = ReadonlyMap<string, string>;

/** The key fields of the templates that a template links to. */
export async function readKeyFields(query: Query, instanceId: number, tree: readonly TreeNode[]): Promise<KeyFields> {
  const fields = new Map<string, string>();
  for (const templateId of linkedTemplatesIn(tree)) {
    const model = await findTemplate(query, instanceId, templateId);
    const key = model && keyFieldOf(model.tree);
    if (key) fields.set(templateId, key.id);
  }
  return fields;
}

const linkedTemplatesIn = (nodes: readonly TreeNode[]): Set<string> =>
  new Set(
    nodes.flatMap(({ field, children }) => [...linkedTemplatesOf(field.settings), ...linkedTemplatesIn(children)]),
  );

const reference = ({ templateId, id }: ItemReference): string => `${templateId}:${id}`;

/** The keys of items, as texts. */
export async function readKeys(
  query: Query,
  instanceId: number,
  fields: KeyFields,
  items: Iterable<ItemReference>,
): Promise<KeyOf> {
  const named = new Map<string, ItemReference & { fieldId: string }>();
  for (const item of items) {
    const fieldId = fields.get(item.templateId);
    if (fieldId !== undefined) named.set(reference(item), { ...item, fieldId });
  }
  if (named.size === 0) return () => undefined;
  const all = [...named.values()];
  const rows = await query<{ template_id: string; id: number; key: string | null }>(
    `select t.id as template_id, i.id, i."values"->>x.field_id as key
      from unnest($2::text::text[], $3::text::text[], $4::text::int[]) x (template_id, field_id, id)
      join templates t on t.instance_id = $1 and t.id = x.template_id
      join items i on i.template_key = t.key and i.id = x.id`,
    [
      instanceId,
      textArray(all.map(({ templateId }) => templateId)),
      textArray(all.map(({ fieldId }) => fieldId)),
      numberArray(all.map(({ id }) => id)),
    ],
    'linked-keys',
  );
  const keys = new Map(rows.map(({ template_id: templateId, id, key }) => [reference({ templateId, id }), key]));
  return (item) => keys.get(reference(item)) ?? undefined;
}
