import { type FieldStatus, fieldStatus } from '@quartermaster/contract/content/item-fields.ts';
import type { ReplacedOptions } from '@quartermaster/contract/content/replaced-options.ts';
import {
  buildTree,
  sameSettings,
  type TreeField,
  type TreeNode,
} from '@quartermaster/contract/content/template-tree.ts';
import type { SaveTemplateField } from '@quartermaster/contract/endpoints/templates.ts';
import type { FieldTypeContract } from '@quartermaster/contract/field-types/field-type.ts';
import { fieldTypeOf, reasonNoLinkFits, sourceLanguageOf } from '@quartermaster/contract/field-types/registry.ts';
import type { StoredField } from '../../core/tables/content.ts';
import {
  type FieldConversion,
  type Leaf,
  type ReplacedLeaf,
  type TemplateModel,
  templateModel,
} from './template-model.ts';

/** A removed field that is saved again. */
export interface Removal {
  field: StoredField;
  /** The dynamic groups around it at that time, outermost first. */
  groups: readonly string[];
}

/** A field before or after a save, including groups, which are not leaves. */
export interface FieldPosition {
  field: StoredField;
  groups: readonly string[];
  holds: FieldTypeContract['holds'];
  /** The leaves with values: the field itself, or those in the group. */
  leaves: readonly Leaf[];
  shape?: Leaf['shape'];
}

/** A field that a save adds, changes or removes; reordering among siblings does not count. */
export interface FieldChange {
  status: FieldStatus;
  id: string;
  before: FieldPosition | undefined;
  after: FieldPosition | undefined;
  /** Set if the field is restored. */
  removal: Removal | undefined;
  /** What items get in place of removed options. */
  replaced?: ReplacedOptions;
  /** Set if the values get the form of another type. */
  conversion?: FieldConversion;
  /** True for the only field in rows that become a list, or that are made of one: its values are those of the list. */
  isAbsorbed?: true;
}

/** The changes that a save makes to a template. */
export interface TemplateChanges {
  fields: StoredField[];
  nextFieldKey: number;
  changes: FieldChange[];
  isUnchanged: boolean;
}

/** The fields that remain after a save, and the index of each in the body. */
export function remainingFields(saved: readonly SaveTemplateField[]): {
  fields: SaveTemplateField[];
  indexes: number[];
} {
  const indexes = saved.flatMap(({ status }, index) => (status === fieldStatus.removed ? [] : [index]));
  return { fields: saved.filter(({ status }) => status !== fieldStatus.removed), indexes };
}

/**
 * Assigns every field its key, timestamps and order, and compares it with its former state. Equal trees become equal
 * lists.
 */
export function compareFields(
  before: Pick<TemplateModel, 'fields' | 'tree'> | undefined,
  saved: readonly SaveTemplateField[],
  nextFieldKey: number,
  at: Date,
  removals: ReadonlyMap<string, Removal> = new Map(),
): TemplateChanges {
  const now = at.toISOString();
  const old = new Map(inTreeOrder(before?.tree ?? []).map((field) => [field.id, field]));
  let nextKey = nextFieldKey;
  let isUnchanged = true;
  const fields = inTreeOrder(buildTree(saved)).map(({ id, settings, parentId, order }): StoredField => {
    const previous = old.get(id);
    const next = { settings, parentId, order };
    if (previous && sameField(previous, next)) return previous;
    isUnchanged = false;
    if (previous) return { ...previous, ...next, updated_at: now };
    const { key, created_at } = removals.get(id)?.field ?? { key: nextKey++, created_at: now };
    return { id, key, ...next, created_at, updated_at: now };
  });
  isUnchanged &&= fields.length === old.size;
  const changes = changesOf(before, fields, removals);
  addReplaced(changes, saved);
  return { fields, nextFieldKey: nextKey, changes, isUnchanged };
}

function addReplaced(changes: readonly FieldChange[], saved: readonly SaveTemplateField[]): void {
  const replacedOf = new Map(saved.map(({ id, replaced_options }) => [id, replaced_options ?? []]));
  for (const change of changes) {
    const replaced = replacedOf.get(change.id) ?? [];
    if (replaced.length > 0) change.replaced = Object.fromEntries(replaced.map(({ id, by }) => [id, by]));
  }
}

/** The fields with options that are replaced in values which stay in them. */
export const replacedLeaves = (changes: readonly FieldChange[]): ReplacedLeaf[] =>
  changes.flatMap(({ before, after, replaced }) =>
    before && after && replaced && reasonNoValueStays(before.field, before.groups, after) === undefined
      ? [{ ...leafOf(after), options: replaced }]
      : [],
  );

function changesOf(
  before: Pick<TemplateModel, 'fields' | 'tree'> | undefined,
  fields: readonly StoredField[],
  removals: ReadonlyMap<string, Removal>,
): FieldChange[] {
  const old = placesOf(before?.fields ?? []);
  const now = placesOf(fields);
  const changes: FieldChange[] = [];
  for (const [id, after] of now) {
    const was = old.get(id);
    const removal = was ? undefined : removals.get(id);
    if (!was) changes.push({ status: fieldStatus.added, id, before: undefined, after, removal });
    else if (was.field.parentId !== after.field.parentId || !sameSettings(was.field.settings, after.field.settings)) {
      changes.push({ status: fieldStatus.updated, id, before: was, after, removal });
      // Moving a group, or making it dynamic, moves the fields inside it too.
    } else if (!sameGroups(was, after)) changes.push({ status: fieldStatus.updated, id, before: was, after, removal });
  }
  for (const [id, was] of old) {
    if (now.has(id)) continue;
    const leaves = was.leaves.filter(({ field }) => !now.has(field.id));
    changes.push({ status: fieldStatus.removed, id, before: { ...was, leaves }, after: undefined, removal: undefined });
  }
  return changes;
}

/** Every field with the dynamic groups around it. */
function placesOf(fields: readonly StoredField[]): Map<string, FieldPosition> {
  const { tree, leaves } = templateModel({ key: 0, instanceId: 0, id: '', label: '', version: 0, hash: '', fields });
  const places = new Map<string, FieldPosition>();
  const visit = (nodes: readonly TreeNode<StoredField>[], groups: readonly string[]): Leaf[] =>
    nodes.flatMap(({ field, children }) => {
      const { holds } = fieldTypeOf(field.settings.type);
      const position: FieldPosition = { field, groups, holds, leaves: [] };
      places.set(field.id, position);
      const leaf = leaves.get(field.id);
      if (leaf?.shape) position.shape = leaf.shape;
      const inner = visit(children, holds === 'rows' ? [...groups, field.id] : groups);
      position.leaves = leaf ? [leaf, ...inner] : inner;
      return [...position.leaves];
    });
  visit(tree, []);
  return places;
}

/** The fields of a tree, parents before children, with their position among siblings as order. */
export const inTreeOrder = <F extends TreeField>(nodes: readonly TreeNode<F>[]): F[] =>
  nodes.flatMap(({ field, children }, order) => [
    field.order === order ? field : { ...field, order },
    ...inTreeOrder(children),
  ]);

type Compared = Pick<StoredField, 'settings' | 'parentId' | 'order'>;

const sameField = (a: Compared, b: Compared): boolean =>
  a.parentId === b.parentId && a.order === b.order && sameSettings(a.settings, b.settings);

const sameGroups = (a: FieldPosition, b: FieldPosition): boolean => a.groups.join() === b.groups.join();

/** Error message for values that would move into or out of rows. */
export const otherRowsSentence = 'rows cannot be made of single values or the other way';

/** The reason why no value of the former field can be retained in the saved one; undefined if they can. */
export function reasonNoValueStays(
  was: StoredField,
  before: readonly string[],
  after: FieldPosition,
): string | undefined {
  const from = was.settings;
  const to = after.field.settings;
  const { family } = fieldTypeOf(from.type);
  const sameKind = from.type === to.type || (family !== undefined && family === fieldTypeOf(to.type).family);
  if (!sameKind) return `is a value of the type ${from.type}`;
  const reason = reasonNoLinkFits(from, to);
  if (reason !== undefined) return reason;
  const source = sourceLanguageOf(from);
  if (source !== undefined && source !== sourceLanguageOf(to)) return `is translated from ${source}`;
  if (before.join() !== after.groups.join()) return `would be lost, as ${otherRowsSentence}`;
  return undefined;
}

/** A field as a leaf. */
export const leafOf = ({ field, groups, holds, shape }: FieldPosition): Leaf => ({
  field,
  groups,
  holdsRows: holds === 'rows',
  ...(shape && { shape }),
});

/** A removed field as its former leaf. */
export const formerLeaf = ({ field, groups }: Removal): Leaf => ({
  field,
  groups,
  holdsRows: fieldTypeOf(field.settings.type).holds === 'rows',
});

/** True if a field has moved into or out of a dynamic group. */
export const hasMoved = ({ before, after }: FieldChange): boolean =>
  before !== undefined && after !== undefined && before.groups.join() !== after.groups.join();

/** True if a field was removed from other dynamic groups than it is saved in now. */
export const hasMovedSinceRemoval = ({ removal, after }: FieldChange): boolean =>
  removal !== undefined && after !== undefined && removal.groups.join() !== after.groups.join();

/** True if a field is restored with its former type to its former position. */
export const isRestored = ({ removal, after }: FieldChange): boolean =>
  removal !== undefined &&
  after !== undefined &&
  after.holds !== 'group' &&
  reasonNoValueStays(removal.field, removal.groups, after) === undefined;
