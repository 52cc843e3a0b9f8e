import { settingsWith } from '@quartermaster/contract/content/row-shapes.ts';
import { sameSettings } from '@quartermaster/contract/content/template-tree.ts';
import { type FieldType, fieldTypeOf } from '@quartermaster/contract/field-types/registry.ts';
import { settingsOf } from '../../../../shared/template-changes/template-state.ts';
import * as trees from '../../../../shared/tree/tree-shape.ts';
import { type Draft, typeOf } from '../draft.ts';
import { newFieldId, newSettings } from './new-field.ts';

/** Gives each dynamic group among these parents that has shapes a row type, with the shapes as its options. */
export const withShapes = (draft: Draft, parents: Iterable<string | null>): Draft =>
  [...new Set(parents)].reduce(withShapesIn, draft);

/** Where a new field of a type goes: a shape goes into the dynamic group around a place, as it cannot be anywhere else. */
export function placeOfNew(draft: Draft, type: FieldType, position: trees.TreePosition): trees.TreePosition {
  let { parentId, before } = position;
  if (fieldTypeOf(type).rows?.is !== 'shape') return position;
  while (parentId !== null && fieldTypeOf(settingsOf(draft, parentId).type).holds !== 'rows') {
    const outer = draft.shape.parents.get(parentId) ?? null;
    const level = trees.childrenOf(draft.shape, outer);
    before = level[level.indexOf(parentId) + 1] ?? null;
    parentId = outer;
  }
  return parentId === null ? position : { parentId, before };
}

function withShapesIn(draft: Draft, parentId: string | null): Draft {
  if (parentId === null || !draft.settings.has(parentId)) return draft;
  const type = typeOf(draft, parentId);
  if (type === null || fieldTypeOf(type).holds !== 'rows') return draft;
  const fields = trees
    .childrenOf(draft.shape, parentId)
    .map((id, order) => ({ id, parentId, order, settings: settingsOf(draft, id) }));
  const shapes = fields.filter(({ settings }) => fieldTypeOf(settings.type).rows?.is === 'shape');
  const chosen = fields.find(({ settings }) => fieldTypeOf(settings.type).rows?.is === 'shapeName');
  if (!chosen && shapes.length === 0) return draft;
  const settings = settingsWith(chosen?.settings ?? newSettings(draft, parentId, 'row-type'), shapes);
  if (chosen && sameSettings(chosen.settings, settings)) return draft;
  const id = chosen?.id ?? newFieldId();
  const changed = { ...draft, settings: new Map(draft.settings).set(id, settings) };
  if (chosen) return changed;
  const shape = trees.shapeOf([{ id, parentId: null, order: 0 }]);
  return { ...changed, shape: trees.insert(draft.shape, [id], { parentId, before: fields[0]?.id ?? null }, shape) };
}
