import { fieldStatus, type ItemValues, rowsOf } from '@quartermaster/contract/content/item-fields.ts';
import type { FieldEffect } from '@quartermaster/contract/endpoints/templates.ts';
import { type Bound, type FieldValue, implies } from '@quartermaster/contract/field-types/field-type.ts';
import { fieldTypeOf } from '@quartermaster/contract/field-types/registry.ts';
import type { Query } from '../../../core/database/database.ts';
import type { StoredField } from '../../../core/tables/content.ts';
import type { Restoring } from '../../documents/value-changes/restore-sql.ts';
import {
  type FieldChange,
  type FieldPosition,
  formerLeaf,
  hasMovedSinceRemoval,
  leafOf,
  otherRowsSentence,
  reasonNoValueStays,
} from '../../model/field-changes.ts';
import type { Leaf } from '../../model/template-model.ts';
import * as current from './effects-repository.ts';
import * as former from './restored-repository.ts';

type IncompatibleValues = FieldEffect['incompatible'];
const none: IncompatibleValues = { count: 0, sample: [] };

/** The query that a change requires: which values of the items are invalid after it. */
interface ValueSearch {
  was: Leaf;
  after: FieldPosition;
  /** The reason why no value can be retained. */
  reason: string | undefined;
  /** Otherwise, the constraints that a value may violate. */
  bounds: Bound[] | undefined;
}

/** Undefined if no value can be invalid. */
function valueSearchOf(change: FieldChange): ValueSearch | undefined {
  const { before, after, removal } = change;
  const was = before ? leafOf(before) : removal && formerLeaf(removal);
  if (!was || !after || isGroup(was) || hasMovedSinceRemoval(change)) return undefined;
  const reason = reasonNoValueStays(was.field, was.groups, after);
  const bounds = reason === undefined ? newBounds(was.field, after.field) : undefined;
  return bounds?.length === 0 ? undefined : { was, after, reason, bounds };
}

/** True if a change removes or restores item values, or depends on them. */
export const concernsItems = (change: FieldChange): boolean =>
  change.status === fieldStatus.removed || change.removal !== undefined || valueSearchOf(change) !== undefined;

const findInvalid = (query: Query, restoring: Restoring, { before }: FieldChange, search: current.Search) =>
  before
    ? current.findIncompatible(query, restoring.templateKey, search)
    : former.findIncompatibleRestored(query, restoring, search);

/** Items with a current or restored value that is invalid for the saved field. */
export async function describeIncompatible(
  query: Query,
  restoring: Restoring,
  change: FieldChange,
  except: readonly number[] = [],
): Promise<IncompatibleValues> {
  const search = valueSearchOf(change);
  if (!search) return none;
  const { was, after, reason, bounds } = search;
  const found = await findInvalid(query, restoring, change, { leaf: was, bounds, end: 'last', except });
  if (found.count === 0) return none;
  const items = change.before
    ? await current.listItems(query, restoring.templateKey, found.ids)
    : await former.listFormerItems(query, restoring.templateKey, { leaf: was, ids: found.ids });
  return { count: found.count, sample: items.map((item) => incompatibleValue(item, was, after, reason)) };
}

/** True if there is such an item. */
export async function hasIncompatibleValue(query: Query, restoring: Restoring, change: FieldChange): Promise<boolean> {
  const search = valueSearchOf(change);
  if (!search) return false;
  const found = await findInvalid(query, restoring, change, { leaf: search.was, bounds: search.bounds, end: 'first' });
  return found.count > 0;
}

/** A group has no values of its own; its fields have. */
const isGroup = ({ field }: Leaf): boolean => fieldTypeOf(field.settings.type).holds === 'group';

/** Constraints of the new settings that the old ones did not already guarantee. */
function newBounds(before: StoredField, after: StoredField): Bound[] {
  const boundsOf = ({ settings }: StoredField) => fieldTypeOf(settings.type).bounds(settings);
  const held = boundsOf(before);
  return boundsOf(after).filter((bound) => !held.some((before) => implies(before, bound)));
}

/** The first invalid value of an item, with the field's own error message. */
function incompatibleValue(
  item: current.SampledItem,
  was: Leaf,
  { field: { settings } }: FieldPosition,
  reason: string | undefined,
) {
  const { check } = fieldTypeOf(settings.type);
  const values = valuesAt(item.values, was.groups, was.field.id);
  const value = values.find((candidate) => reason !== undefined || check(candidate, settings) !== undefined);
  return { id: item.id, label: item.label, value: textOf(was, value), reason: reason ?? check(value, settings) ?? '' };
}

/** Items whose former value cannot be restored. `blocked` are those that block it themselves. */
export async function describeUnrestorable(
  query: Query,
  restoring: Restoring,
  change: FieldChange,
  blocked: current.FoundItems | undefined,
): Promise<IncompatibleValues> {
  const { removal, after } = change;
  const was = removal && formerLeaf(removal);
  if (!was || !after || isGroup(was)) return none;
  const hasMoved = hasMovedSinceRemoval(change);
  const found = hasMoved
    ? await former.findFormer(query, restoring.templateKey, { leaf: was, bounds: undefined, end: 'last' })
    : blocked;
  if (!found || found.count === 0) return none;
  const items = await former.listFormerItems(query, restoring.templateKey, { leaf: was, ids: found.ids });
  const gone = hasMoved
    ? new Map<number, number>()
    : await former.findGoneTargets(query, restoring, { leaf: was, ids: found.ids });
  const reasonOf = (id: number): string => {
    if (hasMoved) return otherRowsSentence;
    return gone.has(id) ? `item ${gone.get(id)} is not there any more` : 'its rows have changed since';
  };
  return {
    count: found.count,
    sample: items.map(({ id, label, values }) => ({
      id,
      label,
      value: textOf(was, valuesAt(values, was.groups, was.field.id)[0]),
      reason: reasonOf(id),
    })),
  };
}

function valuesAt(values: ItemValues, [group, ...inner]: readonly string[], fieldId: string): unknown[] {
  if (group !== undefined) return rowsOf(values[group]).flatMap((row) => valuesAt(row, inner, fieldId));
  return values[fieldId] === undefined ? [] : [values[fieldId]];
}

const shown = 200;

/** A value, or the rows, of a field as readable text. */
function textOf({ field: { settings }, holdsRows }: Leaf, value: unknown): string {
  if (holdsRows && Array.isArray(value)) return value.length === 1 ? '1 row' : `${value.length} rows`;
  const text = fieldTypeOf(settings.type).format((value ?? null) as FieldValue, settings);
  // Does not split a character beyond U+FFFF.
  return text.length <= shown ? text : `${text.slice(0, shown - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
