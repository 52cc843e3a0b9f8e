import type { FieldSettings } from '@quartermaster/contract/field-types/registry.ts';
import {
  insideItselfSentence,
  refusalOfChildren,
  templateDepth,
  tooDeepSentence,
} from '@quartermaster/contract/rules/template.ts';
import { settingsOf } from '../../../../shared/template-changes/template-state.ts';
import { EditRefusedError } from '../../../../shared/tree/edit/edit-refused-error.ts';
import * as trees from '../../../../shared/tree/tree-shape.ts';
import { type Draft, typeOf } from '../draft.ts';
import { withFittingMarks, withoutRepeatedMarks } from './marks.ts';
import { freeName, newFieldId } from './new-field.ts';
import { withShapes } from './with-shapes.ts';

/** A field to add to a draft, with its children. */
export interface NewField {
  id: string;
  settings: FieldSettings;
  children?: readonly NewField[];
}

/** Adds fields at a position, in their order. */
export function addFields(draft: Draft, fields: readonly NewField[], position: trees.TreePosition): Draft {
  const flat = flatten(fields, null);
  if (flat.some(({ id }) => draft.settings.has(id))) throw new EditRefusedError('The template has this field already');
  const inner = trees.shapeOf(flat);
  const settings = new Map(draft.settings);
  for (const { id, settings: fieldSettings } of flat) settings.set(id, fieldSettings);
  const ids = fields.map(({ id }) => id);
  const shape = trees.insert(draft.shape, ids, position, inner);
  const added = withAddedMarks(withShapes({ ...draft, settings, shape }, [position.parentId]), flat);
  return checked(added, [position.parentId, ...flat.map(({ id }) => id)], ids);
}

const withAddedMarks = (draft: Draft, added: readonly { id: string }[]): Draft => {
  const ids = added.map(({ id }) => id);
  return withoutRepeatedMarks(withFittingMarks(draft, ids), ids);
};

const flatten = (
  fields: readonly NewField[],
  parentId: string | null,
): { id: string; parentId: string | null; order: number; settings: FieldSettings }[] =>
  fields.flatMap(({ id, settings, children = [] }, order) => [
    { id, parentId, order, settings },
    ...flatten(children, id),
  ]);

/** Moves fields with their descendants; returns the same draft if they are already there. */
export function moveFields(draft: Draft, ids: Iterable<string>, position: trees.TreePosition): Draft {
  const moved = trees.topmost(draft.shape, ids);
  const around =
    position.parentId === null ? [] : [position.parentId, ...trees.ancestorsOf(draft.shape, position.parentId)];
  if (moved.some((id) => around.includes(id))) throw new EditRefusedError(insideItselfSentence);
  const left = moved.map((id) => draft.shape.parents.get(id) ?? null);
  const shape = trees.move(draft.shape, moved, position);
  const touched = new Set([...left, position.parentId]);
  if ([...touched].every((id) => sameIds(trees.childrenOf(draft.shape, id), trees.childrenOf(shape, id)))) return draft;
  const inside = moved.flatMap((id) => trees.subtreeOf(shape, id));
  return checked(withFittingMarks(withShapes({ ...draft, shape }, touched), inside), touched, moved);
}

const sameIds = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((id, index) => id === b[index]);

/** Removes fields with their descendants. */
export function removeFields(draft: Draft, ids: Iterable<string>): Draft {
  const tops = trees.topmost(draft.shape, ids);
  const left = tops.map((id) => draft.shape.parents.get(id) ?? null);
  const settings = new Map(draft.settings);
  for (const id of tops.flatMap((top) => trees.subtreeOf(draft.shape, top))) settings.delete(id);
  const shape = trees.remove(draft.shape, tops);
  return checked(withShapes({ ...draft, settings, shape }, left), left, []);
}

/** Inserts a copy of a field and its descendants right after it, with new ids and an unused name. */
export function duplicateField(draft: Draft, id: string, newId: () => string = newFieldId): [Draft, string] {
  const parentId = draft.shape.parents.get(id) ?? null;
  const ids = new Map(trees.subtreeOf(draft.shape, id).map((from) => [from, newId()]));
  const copyOf = (from: string): NewField => ({
    id: ids.get(from) ?? newId(),
    settings: withOtherIds(settingsOf(draft, from), ids),
    children: trees.childrenOf(draft.shape, from).map(copyOf),
  });
  const copy = copyOf(id);
  const name = freeName(draft, parentId, copy.settings.name);
  const level = trees.childrenOf(draft.shape, parentId);
  const before = level[level.indexOf(id) + 1] ?? null;
  const field = { ...copy, settings: { ...copy.settings, name } };
  return [addFields(draft, [field], { parentId, before }), field.id];
}

/** The settings of a copied field: it is shown by the copy of the field that shows the original, if that is copied, too. */
function withOtherIds(settings: FieldSettings, ids: ReadonlyMap<string, string>): FieldSettings {
  const { shownWhen } = settings;
  const field = shownWhen && ids.get(shownWhen.field);
  return field ? { ...settings, shownWhen: { ...shownWhen, field } } : settings;
}

/** Replaces the settings of a field; refuses a type that its parent or its children do not allow. */
export function changeField(draft: Draft, id: string, settings: FieldSettings): Draft {
  const before = settingsOf(draft, id);
  const parentId = draft.shape.parents.get(id) ?? null;
  const changed = withShapes({ ...draft, settings: new Map(draft.settings).set(id, settings) }, [parentId]);
  // A group that becomes a dynamic one puts its fields in rows.
  const inside = before.type === settings.type ? [id] : trees.subtreeOf(draft.shape, id);
  const next = withFittingMarks(changed, inside);
  return before.type === settings.type ? next : checked(next, [id, parentId], []);
}

/** Returns the draft if the fields in these parents comply with the rules of the tree; throws otherwise. */
function checked(draft: Draft, parents: Iterable<string | null>, placed: readonly string[]): Draft {
  for (const parentId of parents) {
    if (parentId !== null && !draft.settings.has(parentId)) continue;
    const children = trees.childrenOf(draft.shape, parentId);
    const types = children.map((id) => settingsOf(draft, id).type);
    const reason = refusalOfChildren(typeOf(draft, parentId), types);
    if (reason) throw new EditRefusedError(reason);
  }
  for (const id of placed) {
    const around = trees.ancestorsOf(draft.shape, id).length;
    if (around + trees.heightOf(draft.shape, id) - 1 > templateDepth) throw new EditRefusedError(tooDeepSentence);
  }
  return draft;
}
