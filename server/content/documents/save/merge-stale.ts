import type { ItemFieldChange, ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import { sameSetting } from '@quartermaster/contract/content/template-tree.ts';
import type { SavedItem, SaveItem } from '@quartermaster/contract/endpoints/items.ts';
import { isComputedType } from '@quartermaster/contract/field-types/registry.ts';
import type { Query } from '../../../core/database/database.ts';
import { countsSql } from '../../model/counts-sql.ts';
import { revisionValuesSql } from '../../model/revision-values.ts';
import type { Leaf, TemplateModel } from '../../model/template-model.ts';
import { findSaveOf, type ItemState } from '../item-repository.ts';
import { applyChanges } from './apply-changes.ts';

/** A stale save whose changes do not overlap with those that were saved since the version that it is based on. */
export interface MergedSave {
  body: SaveItem;
  changes: ItemFieldChange[];
  /** What others have changed. */
  merged: NonNullable<SavedItem['merged']>;
}

interface StaleSave {
  model: TemplateModel;
  body: SaveItem;
  state: ItemState;
  changes: readonly ItemFieldChange[];
}

/**
 * Merges a stale save into the current state; undefined if both have changed the same field, the label included, or if the
 * version that it is based on is not stored any longer. The rows of a dynamic group have no identity, so that it is one field.
 */
export async function mergeStale(
  query: Query,
  { model, body, state, changes }: StaleSave,
): Promise<MergedSave | undefined> {
  const base = await findRevision(query, { templateKey: model.key, id: state.id, version: body.version ?? 0 });
  if (!base) return undefined;
  const mine = applyChanges(model, base.values, changes);
  if (Object.keys(mine.wrong).length > 0) return undefined;
  const isChanged = (leaf: string, values: ItemValues) => !sameSetting(values[leaf], base.values[leaf]);
  const theirs = topLeaves(model).filter((id) => isChanged(id, state.values));
  const isMine = new Set(topLeaves(model).filter((id) => isChanged(id, mine.values)));
  if (theirs.some((id) => isMine.has(id))) return undefined;
  const isLabelMine = body.internal_label !== base.label;
  const isLabelTheirs = state.label !== base.label;
  if (isLabelMine && isLabelTheirs && body.internal_label !== state.label) return undefined;
  const saved = await findSaveOf(query, { templateKey: model.key, id: state.id, version: state.version });
  return {
    body: { ...body, internal_label: isLabelMine ? body.internal_label : state.label },
    changes: changes.filter(({ template_field_id }) => isMine.has(topOf(model.leaves.get(template_field_id)) ?? '')),
    merged: { by: saved?.by ?? '', by_id: saved?.by_id ?? null, fields: theirs, label: isLabelTheirs },
  };
}

/** The field of an item's document that holds a field: itself, or the outermost dynamic group around it. */
const topOf = (leaf: Leaf | undefined): string | undefined => leaf?.groups[0] ?? leaf?.field.id;

/** The fields of an item's document whose values people change. */
const topLeaves = ({ leaves }: TemplateModel): string[] =>
  [...leaves.values()].flatMap(({ groups, field }) =>
    groups.length > 0 || isComputedType(field.settings.type) ? [] : [field.id],
  );

/** An item as it was after a save. */
async function findRevision(
  query: Query,
  { templateKey, id, version }: { templateKey: number; id: number; version: number },
): Promise<{ label: string; values: ItemValues } | undefined> {
  const [revision] = await query<{ label: string; values: ItemValues | null }>(
    `select r.label, ${revisionValuesSql('r')} as "values" from item_revisions r
      where r.template_key = $1 and r.item_id = $2 and r.version = $3 and ${countsSql('r')}`,
    [templateKey, id, version],
  );
  return revision?.values ? { label: revision.label, values: revision.values } : undefined;
}
