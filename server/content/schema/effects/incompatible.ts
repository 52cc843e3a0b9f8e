import { fieldStatus, type ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import { type ReplacedOptions, replaceOptions } from '@quartermaster/contract/content/replaced-options.ts';
import type { FieldEffect } from '@quartermaster/contract/endpoints/templates.ts';
import { type Bound, brokenBound, implies } from '@quartermaster/contract/field-types/bounds.ts';
import type { FieldValue } from '@quartermaster/contract/field-types/field-type.ts';
import { fieldTypeOf, isComputedType } from '@quartermaster/contract/field-types/registry.ts';
import { usedBySentence } from '@quartermaster/contract/rules/unique.ts';
import type { Query } from '../../../core/database/database.ts';
import type { StoredField } from '../../../core/tables/content.ts';
import type { Restoring } from '../../documents/value-changes/restore-sql.ts';
import { areSqlBounds } from '../../documents/value-changes/value-sql.ts';
import {
  type FieldChange,
  type FieldPosition,
  formerLeaf,
  hasMovedSinceRemoval,
  isRestored,
  leafOf,
  otherRowsSentence,
  reasonNoValueStays,
} from '../../model/field-changes.ts';
import type { FieldConversion, Leaf } from '../../model/template-model.ts';
import { valuesAt } from '../../model/values-at.ts';
import * as current from './effects-repository.ts';
import * as former from './restored-repository.ts';
import type { FoundItems, Search } from './search.ts';
import { conversionBounds, findUnconvertible, reasonNotConverted } from './unconvertible.ts';

type IncompatibleValues = FieldEffect['incompatible'];
/** No items. */
export const none: IncompatibleValues = { count: 0, sample: [] };

/** The query that a change requires: which values of the items are invalid after it. */
interface ValueSearch {
  was: Leaf;
  after: FieldPosition;
  /** The reason why no value can be retained. */
  reason: string | undefined;
  /** Set if values are converted: those that cannot be are invalid. Without `bounds`, all are converted to find them. */
  conversion: FieldConversion | undefined;
  /** Otherwise, the constraints that a value may violate. */
  bounds: readonly Bound[] | undefined;
}

/** Undefined if no value can be invalid. */
function valueSearchOf(change: FieldChange): ValueSearch | undefined {
  const { before, after, removal, conversion, isAbsorbed } = change;
  const was = before ? leafOf(before) : removal && formerLeaf(removal);
  if (!was || !after || isAbsorbed || isGroup(was) || hasMovedSinceRemoval(change)) return undefined;
  if (conversion) {
    const bounds = conversionBounds(conversion);
    return bounds?.length === 0 ? undefined : { was, after, reason: undefined, bounds, conversion };
  }
  // A computed value is computed again, whatever it was.
  if (isComputedType(was.field.settings.type) && isComputedType(after.field.settings.type)) return undefined;
  const reason = reasonNoValueStays(was.field, was.groups, after);
  const bounds = reason === undefined ? newBounds(was.field, after.field, change.replaced) : undefined;
  return bounds?.length === 0 ? undefined : { was, after, reason, bounds, conversion };
}

/** True if a change removes or restores item values, or depends on them. */
export const concernsItems = (change: FieldChange): boolean =>
  change.status === fieldStatus.removed ||
  change.conversion !== undefined ||
  change.removal !== undefined ||
  change.replaced !== undefined ||
  valueSearchOf(change) !== undefined ||
  becomesUnique(change);

/** True if values that may be repeated become those of a unique field. */
export const becomesUnique = (change: FieldChange): boolean => {
  const { before, after, removal } = change;
  if (!after?.field.settings.unique) return false;
  return before ? !before.field.settings.unique : removal !== undefined && isRestored(change);
};

/** True if the values of all items have to be read to find those that a change does not allow: no index finds them. */
export function readsValues(change: FieldChange): boolean {
  const search = change.before && valueSearchOf(change);
  if (!search) return false;
  const { bounds, conversion } = search;
  return bounds ? !areSqlBounds(bounds) : conversion !== undefined;
}

/** True if an item has a value that such a change does not allow. */
export function hasInvalidValue(change: FieldChange, values: ItemValues): boolean {
  const search = valueSearchOf(change);
  if (!search) return false;
  const { was, bounds, conversion } = search;
  if (!bounds) return valuesAt(values, was).some((value) => conversion && reasonNotConverted(conversion, value));
  const { settings } = was.field;
  const textsOf = (value: FieldValue) => fieldTypeOf(settings.type).index.entries(value, settings).texts ?? [];
  // Without a conversion by bounds, these are values and not rows.
  return valuesAt(values, was).some((value) =>
    textsOf(value as FieldValue).some((text) => brokenBound(text, bounds) !== undefined),
  );
}

function findInvalid(
  query: Query,
  restoring: Restoring,
  { before }: FieldChange,
  { was: leaf, bounds, conversion }: ValueSearch,
  { end, except = [] }: Pick<Search, 'end' | 'except'>,
): Promise<FoundItems> {
  const { templateKey } = restoring;
  if (conversion && !bounds) return findUnconvertible(query, templateKey, conversion, { end, except });
  const search = { leaf, bounds, end, except };
  return before
    ? current.findIncompatible(query, templateKey, search)
    : former.findIncompatibleRestored(query, restoring, search);
}

/** Items with a current or restored value that is invalid for the saved field. */
export async function describeIncompatible(
  query: Query,
  restoring: Restoring,
  change: FieldChange,
  except: readonly number[] = [],
): Promise<IncompatibleValues> {
  const search = valueSearchOf(change);
  if (!search) return describeRepeated(query, restoring, change, except);
  const { was } = search;
  const found = await findInvalid(query, restoring, change, search, { end: 'last', except });
  if (found.count === 0) return describeRepeated(query, restoring, change, except);
  const items = change.before
    ? await current.listItems(query, restoring.templateKey, found.ids)
    : await former.listFormerItems(query, restoring.templateKey, { leaf: was, ids: found.ids });
  return {
    count: found.count,
    sample: items.map((item) => incompatibleValue(item, search, change.replaced)),
  };
}

/** Items whose value in a field that becomes unique an earlier item has, too. */
async function describeRepeated(
  query: Query,
  { templateKey }: Restoring,
  change: FieldChange,
  except: readonly number[],
): Promise<IncompatibleValues> {
  const { before, removal } = change;
  const was = before ? leafOf(before) : removal && formerLeaf(removal);
  if (!was || !becomesUnique(change)) return none;
  const table = before ? 'item_values' : 'removed_values';
  const { count, items: repeated } = await current.findRepeated(query, templateKey, { leaf: was, table, except });
  if (count === 0) return none;
  const ids = repeated.map(({ id }) => id);
  const items = before
    ? await current.listItems(query, templateKey, ids)
    : await former.listFormerItems(query, templateKey, { leaf: was, ids });
  const firstOf = new Map(repeated.map(({ id, first }) => [id, first]));
  return {
    count,
    sample: items.map(({ id, label, values }) => ({
      id,
      label,
      value: textOf(was, valuesAt(values, was)[0]),
      reason: usedBySentence(firstOf.get(id) ?? id),
    })),
  };
}

/** True if there is such an item; repeated values are refused by the database. */
export async function hasIncompatibleValue(query: Query, restoring: Restoring, change: FieldChange): Promise<boolean> {
  const search = valueSearchOf(change);
  if (!search) return false;
  const found = await findInvalid(query, restoring, change, search, { end: 'first' });
  return found.count > 0;
}

/** A group has no values of its own; its fields have. */
const isGroup = ({ field }: Leaf): boolean => fieldTypeOf(field.settings.type).holds === 'group';

/** Constraints of the new settings that the old ones did not already guarantee; options that are replaced meet them. */
function newBounds(before: StoredField, after: StoredField, replaced: ReplacedOptions = {}): Bound[] {
  const boundsOf = ({ settings }: StoredField) => fieldTypeOf(settings.type).bounds(settings);
  const satisfied = boundsOf(before);
  const withReplaced = (bound: Bound): Bound =>
    bound.rule === 'oneOf' ? { ...bound, values: [...bound.values, ...Object.keys(replaced)] } : bound;
  return boundsOf(after)
    .map(withReplaced)
    .filter((bound) => !satisfied.some((before) => implies(before, bound)));
}

/** The first invalid value of an item, with the field's own error message. */
function incompatibleValue(
  item: current.SampledItem,
  { was, after, reason, conversion }: ValueSearch,
  replaced: ReplacedOptions = {},
) {
  const { settings } = after.field;
  const { check } = fieldTypeOf(settings.type);
  const reasonOf = (candidate: ItemValues[string]) =>
    conversion
      ? reasonNotConverted(conversion, candidate)
      : check(replaceOptions(candidate as FieldValue, replaced), settings);
  const values = valuesAt(item.values, was);
  const value = values.find((candidate) => reason !== undefined || reasonOf(candidate) !== undefined);
  return { id: item.id, label: item.label, value: textOf(was, value), reason: reason ?? reasonOf(value ?? null) ?? '' };
}

/** Items whose former value cannot be restored. `blocked` are those that block it themselves. */
export async function describeUnrestorable(
  query: Query,
  restoring: Restoring,
  change: FieldChange,
  blocked: FoundItems | undefined,
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
  const deleted = hasMoved
    ? new Map<number, number>()
    : await former.findGoneTargets(query, restoring, { leaf: was, ids: found.ids });
  const reasonOf = (id: number): string => {
    if (hasMoved) return otherRowsSentence;
    return deleted.has(id) ? `item ${deleted.get(id)} is not there any more` : 'its rows have changed since';
  };
  return {
    count: found.count,
    sample: items.map(({ id, label, values }) => ({
      id,
      label,
      value: textOf(was, valuesAt(values, was)[0]),
      reason: reasonOf(id),
    })),
  };
}

const longestText = 200;

/** A value, or the rows, of a field as readable text. */
export function textOf({ field: { settings }, holdsRows }: Pick<Leaf, 'field' | 'holdsRows'>, value: unknown): string {
  if (holdsRows && Array.isArray(value)) return value.length === 1 ? '1 row' : `${value.length} rows`;
  return shortText(fieldTypeOf(settings.type).format((value ?? null) as FieldValue, settings));
}

/** As much of a text as is shown. */
export const shortText = (text: string): string =>
  // Does not split a character beyond U+FFFF.
  text.length <= longestText ? text : `${text.slice(0, longestText - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
