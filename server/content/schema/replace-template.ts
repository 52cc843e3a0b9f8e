import { fieldStatus } from '@quartermaster/contract/content/item-fields.ts';
import { buildTree } from '@quartermaster/contract/content/template-tree.ts';
import type { ChangeKind } from '@quartermaster/contract/endpoints/change-sets.ts';
import type { FieldEffect } from '@quartermaster/contract/endpoints/templates.ts';
import type { Unit } from '../../core/app/unit.ts';
import type { Query } from '../../core/database/database.ts';
import type { StoredField } from '../../core/tables/content.ts';
import { deleteChangeProgress } from '../documents/value-changes/change-repository.ts';
import { byField, listConversions } from '../documents/value-changes/conversions-repository.ts';
import * as removals from '../documents/value-changes/removals-repository.ts';
import { compareFields, type FieldChange, isRestored } from '../model/field-changes.ts';
import { conversionsIn, withConversions } from '../model/field-conversions.ts';
import type { TemplateModel } from '../model/template-model.ts';
import { describeEffects } from './effects/describe-effects.ts';
import { changeItems } from './save/change-items.ts';
import { type Editor, storeRevision } from './save/store-revision.ts';
import * as repository from './template-repository.ts';

/** A template's fields that replace those of another instance. */
export interface Replacement {
  label: string;
  fields: readonly StoredField[];
  nextFieldKey: number;
}

/** The effects of a replacement on the fields and the items. */
export interface ReplacementEffects {
  fields: { field_id: string; change: ChangeKind }[];
  items: number;
  effects: FieldEffect[];
}

const kinds: Record<number, ChangeKind> = {
  [fieldStatus.added]: 'added',
  [fieldStatus.updated]: 'updated',
  [fieldStatus.removed]: 'removed',
};

/** The effects of a replacement on the items, as in a dry run of a save. */
export async function describeReplacement(
  query: Query,
  model: TemplateModel,
  fields: readonly StoredField[],
  except: readonly number[] = [],
): Promise<ReplacementEffects> {
  const changes = await changesOf(query, model, fields);
  const { items, effects } = await describeEffects(query, model, { fields: [...fields], changes }, except);
  return { fields: kindsOf(changes), items, effects };
}

const kindsOf = (changes: readonly FieldChange[]): ReplacementEffects['fields'] =>
  changes.map(({ id, status }) => ({ field_id: id, change: kinds[status] ?? 'updated' }));

/** The effects of a replacement on the fields alone. */
export const describeFields = (
  before: readonly StoredField[],
  after: readonly StoredField[],
): ReplacementEffects['fields'] => kindsOf(compare({ fields: before, tree: buildTree(before) }, after).changes);

/** Keys of fields whose removed values are restored in items, or whose values are converted. */
export const rewrittenKeys = async (
  query: Query,
  model: TemplateModel,
  fields: readonly StoredField[],
): Promise<number[]> => {
  const keys = new Map(fields.map(({ id, key }) => [id, key]));
  const changes = await changesOf(query, model, fields);
  const converted = conversionsIn(changes).flatMap(({ from, to }) => [from, to]);
  return [
    ...changes.filter(isRestored).flatMap(({ id }) => keys.get(id) ?? []),
    ...converted.flatMap(({ field, only }) => (only ? [field.key, only.key] : [field.key])),
  ];
};

/** True if a replacement removes, restores or converts values of items. */
export const changesValues = async (query: Query, model: TemplateModel, fields: readonly StoredField[]) =>
  (await changesOf(query, model, fields)).some(
    ({ status, removal, conversion }) => status === fieldStatus.removed || removal || conversion,
  );

async function changesOf(query: Query, model: TemplateModel, fields: readonly StoredField[]): Promise<FieldChange[]> {
  const known = new Set(model.fields.map(({ id }) => id));
  const added = fields.flatMap(({ id }) => (known.has(id) ? [] : [id]));
  const removed = await removals.findRemovals(query, model.key, added);
  const { changes } = compare(model, fields, removed);
  const converted = withConversions(changes, {
    recorded: byField(await listConversions(query, model.key)),
    // Another instance has confirmed it, or undoes it.
    converts: () => true,
    isReplacement: true,
  });
  return converted.map((change) => withKeysOf(fields, change));
}

/** The change with the fields of its conversion as they are in the other instance: a comparison gives added ones any key. */
function withKeysOf(fields: readonly StoredField[], change: FieldChange): FieldChange {
  if (!change.conversion) return change;
  const { conversion } = change;
  const after = conversion.isBack ? 'from' : 'to';
  const stored = (id: string | undefined) => fields.find((field) => field.id === id) ?? null;
  const { field, only } = conversion[after];
  return {
    ...change,
    conversion: { ...conversion, [after]: { field: stored(field.id) ?? field, only: stored(only?.id) } },
  };
}

const compare = (
  model: NonNullable<Parameters<typeof compareFields>[0]>,
  fields: readonly StoredField[],
  removed?: Parameters<typeof compareFields>[4],
) => compareFields(model, fields as Parameters<typeof compareFields>[1], 1, new Date(0), removed);

/**
 * Gives a template the fields of another instance, with all effects of a save on its items, see `changeItems`. Returns its
 * new version.
 */
export async function replaceTemplate(
  unit: Unit,
  editor: Editor,
  model: TemplateModel,
  { label, fields, nextFieldKey }: Replacement,
  { at, changeSetId, by }: { at: Date; changeSetId: number; by: Parameters<typeof changeItems>[5] },
): Promise<number> {
  const { query } = unit;
  const { key } = model;
  const version = model.version + 1;
  await alignKeys(query, model, fields, nextFieldKey);
  const [aligned] = await query<{ fields: StoredField[]; next_field_key: number }>(
    'select fields, next_field_key from templates where key = $1',
    [key],
  );
  const current = { ...model, fields: aligned?.fields ?? model.fields };
  const changes = await changesOf(query, current, fields);
  await changeItems(query, current, { fields: [...fields], changes }, version, at, by);
  await repository.updateTemplate(query, key, {
    label,
    version,
    fields: [...fields],
    nextFieldKey: Math.max(nextFieldKey, aligned?.next_field_key ?? 1),
    updatedAt: at,
  });
  await storeRevision(
    unit,
    editor,
    { key, id: model.id, label, version, fields: [...fields] },
    'update',
    at,
    changeSetId,
  );
  return version;
}

/**
 * Gives the fields the keys that they have in the other instance, so that equal templates stay equal. The keys differ
 * only if a template was deleted and created again under its id.
 */
async function alignKeys(
  query: Query,
  model: TemplateModel,
  fields: readonly StoredField[],
  nextFieldKey: number,
): Promise<void> {
  const rows = await query<{ field: StoredField }>('select field from field_removals where template_key = $1', [
    model.key,
  ]);
  const moves = keyMoves([...model.fields, ...rows.map(({ field }) => field)], fields, nextFieldKey);
  if (moves.length === 0) return;
  const from = moves.map((move) => move.from);
  const to = moves.map((move) => move.to);
  const map = 'unnest($2::int[], $3::int[]) m (old, new)';
  for (const table of ['item_values', 'item_links', 'removed_values'])
    await query(
      `update ${table} v set field_key = m.new from ${map} where v.template_key = $1 and v.field_key = m.old`,
      [model.key, from, to],
    );
  await query(
    `update field_removals r set field = r.field || jsonb_build_object('key', coalesce((select m.new from ${map} where m.old = (r.field->>'key')::int), (r.field->>'key')::int)),
        value_keys = (select coalesce(jsonb_agg(coalesce((select m.new from ${map} where m.old = k.key::int), k.key::int)), '[]') from jsonb_array_elements_text(r.value_keys) k (key))
      where r.template_key = $1`,
    [model.key, from, to],
  );
  await query(
    `update templates t set next_field_key = greatest(t.next_field_key, (select max(m.new) + 1 from ${map})),
        fields = (select jsonb_agg(f || jsonb_build_object('key', coalesce((select m.new from ${map} where m.old = (f->>'key')::int), (f->>'key')::int)) order by place)
          from jsonb_array_elements(t.fields) with ordinality x (f, place))
      where t.key = $1`,
    [model.key, from, to],
  );
}

/** The changed keys of fields; all keys are unique afterwards. */
export function keyMoves(
  fields: readonly Pick<StoredField, 'id' | 'key'>[],
  others: readonly Pick<StoredField, 'id' | 'key'>[],
  nextFieldKey: number,
): { from: number; to: number }[] {
  const keys = new Map(others.map(({ id, key }) => [id, key]));
  const taken = new Set(keys.values());
  let next = Math.max(nextFieldKey, ...fields.map(({ key }) => key + 1));
  return fields.flatMap(({ id, key }) => {
    const to = keys.get(id) ?? (taken.has(key) ? next++ : key);
    return to === key ? [] : [{ from: key, to }];
  });
}

/** A template to create or delete, with its key. */
interface KeyedTemplate {
  key: number;
  id: string;
  label: string;
  version: number;
  fields: StoredField[];
  nextFieldKey: number;
}

/** Creates a template with the fields of another instance. It gets no link in the menu, which is synced itself. */
export async function createReplaced(
  unit: Pick<Unit, 'query' | 'emit'>,
  editor: Editor,
  template: KeyedTemplate,
  { at, changeSetId }: { at: Date; changeSetId: number },
): Promise<void> {
  const { instanceId } = editor;
  await repository.insertTemplate(unit.query, { ...template, instanceId, createdAt: at, updatedAt: at });
  await storeRevision(unit, editor, template, 'create', at, changeSetId);
}

/** Deletes a template without items. */
export async function deleteEmptyTemplate(
  unit: Pick<Unit, 'query' | 'emit'>,
  editor: Editor,
  template: KeyedTemplate,
  { at, changeSetId }: { at: Date; changeSetId: number },
): Promise<void> {
  await repository.deleteTemplate(unit.query, template.key);
  await deleteChangeProgress(unit.query, template.key);
  await storeRevision(unit, editor, { ...template, version: template.version + 1 }, 'delete', at, changeSetId);
}
