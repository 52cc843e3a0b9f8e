import {
  type FilterOp,
  filterOps,
  limitsOf,
  takesLanguage,
  takesValue,
  valuesOf,
} from '@quartermaster/contract/field-types/filters.ts';
import { isItemId } from '@quartermaster/contract/field-types/item-link.ts';
import { outdatedIn, translatedIn } from '@quartermaster/contract/field-types/localised.ts';
import { fieldTypeOf, isListType, linkedTemplatesOf } from '@quartermaster/contract/field-types/registry.ts';
import {
  checkFilterValue,
  type FilterSubject,
  pseudoFields,
  subjectOfField,
} from '@quartermaster/contract/rules/filter.ts';
import { AppError } from '../../core/base/errors.ts';
import { largestId } from '../../core/base/largest-id.ts';
import type { Leaf, TemplateModel } from '../model/template-model.ts';

/** A filter condition in the form of the index that it uses. Limits are inclusive. */
export type Condition =
  | { kind: 'id'; low: number; high: number }
  | { kind: 'label-equal'; text: string }
  /** The item has open threads of comments. */
  | { kind: 'commented'; instanceId: number; templateId: string }
  | (SoughtText & { kind: 'label-contains' })
  | (Place & { kind: 'number'; low: number; high: number })
  | (Place & { kind: 'text-equal'; text: string })
  | (Place & { kind: 'text-any'; texts: readonly string[] })
  | (Place & SoughtText & { kind: 'text-contains' })
  | (Place & { kind: 'link'; target: number })
  /** The field has a value. */
  | (Place & { kind: 'any'; indexed: 'number' | 'text' | 'link' })
  | (SoughtText & { kind: 'search'; id: number })
  | { kind: 'not'; of: Condition };

/** A text that others have to contain. */
export interface SoughtText {
  text: string;
  hasTrigrams: boolean;
}

/** Location of a field's values: its key in the index, and whether several index rows of an item may match the condition. */
interface Place {
  key: number;
  isMany: boolean;
}

/** The order of a list; ties are sorted by id in the same direction, and items without a value come last. */
export type Sort = (
  | { by: 'id' }
  | { by: 'label' }
  /** By the number of a link, so that items with the same one follow each other. */
  | { by: 'number' | 'text' | 'link'; key: number }
  /** By the place of a text in a list; other texts count as no value. */
  | { by: 'rank'; key: number; ranks: readonly string[] }
) & {
  isDescending: boolean;
  /** Read backwards: `isDescending` is the direction of reading, in which items without a value come first. */
  isFromEnd: boolean;
};

interface RawFilter {
  template_field_id: string;
  op: number;
  value: string;
}

const opNames = Object.fromEntries(Object.entries(filterOps).map(([name, code]) => [code, name as FilterOp]));

/**
 * Parses the filters of a request; throws 422 by path if one does not suit its field. `trigrams` are the texts that
 * have trigrams.
 */
export function readConditions(
  model: TemplateModel,
  filters: readonly RawFilter[],
  trigrams: ReadonlySet<string>,
): Condition[] {
  const wrong: Record<string, string> = {};
  const conditions = filters.flatMap((filter, index): Condition[] => {
    const subject = subjectOf(model, filter.template_field_id);
    const op = opNames[filter.op];
    if (!subject) wrong[`filters.${index}.template_field_id`] = reasonNotFilterable(model, filter.template_field_id);
    else if (!op || !subject.conditions.includes(op))
      wrong[`filters.${index}.op`] = 'this condition does not fit the field';
    else {
      const reason = checkFilterValue({ condition: op, value: filter.value }, subject);
      if (!reason) return [subject.read(op, filter.value, trigrams)].flat();
      wrong[`filters.${index}.value`] = reason;
    }
    return [];
  });
  if (Object.keys(wrong).length > 0) throw new AppError('invalid', { fields: wrong });
  return conditions;
}

interface Subject extends FilterSubject {
  read: (op: FilterOp, value: string, trigrams: ReadonlySet<string>) => Condition | Condition[];
}

const ofEveryItem: Record<string, Subject> = {
  id: {
    ...pseudoFields.id,
    read: (op, value) => {
      const { low, high } = rangeOf(
        op,
        value,
        Number,
        (n) => n - 1,
        (n) => n + 1,
      );
      return low > largestId || high < 1
        ? { kind: 'id', low: 1, high: 0 }
        : { kind: 'id', low: Math.max(low, 1), high: Math.min(high, largestId) };
    },
  },
  label: {
    ...pseudoFields.label,
    read: (op, text, trigrams) =>
      op === 'contains'
        ? { kind: 'label-contains', text, hasTrigrams: trigrams.has(text) }
        : negatedIf(op === 'not', { kind: 'label-equal', text }),
  },
};

const commented = ({ instanceId, id: templateId }: TemplateModel): Subject => ({
  ...pseudoFields.comments,
  read: (op) => negatedIf(op === 'empty', { kind: 'commented', instanceId, templateId }),
});

const reasonNotFilterable = ({ fields }: TemplateModel, fieldId: string): string =>
  fields.some(({ id }) => id === fieldId)
    ? 'a group has no value of its own to filter by; name one of its fields'
    : 'the template has no such field';

function subjectOf(model: TemplateModel, fieldId: string): Subject | undefined {
  if (Object.hasOwn(ofEveryItem, fieldId)) return ofEveryItem[fieldId];
  const leaf = model.leaves.get(fieldId);
  if (fieldId === 'comments' && !leaf) return commented(model);
  if (!leaf || leaf.holdsRows) return undefined;
  const { settings } = leaf.field;
  const { filter, index } = fieldTypeOf(settings.type);
  const subject = subjectOfField(settings);
  const parse = (typed: string) => {
    const value = filter.sought(typed, settings);
    if (value === undefined) throw new Error(`A filter on ${settings.type} passed validation but cannot be parsed.`);
    return value;
  };
  const isList = isListType(settings.type);
  // The document has the template of such a link, too: only the index has its id alone.
  const isMixed = linkedTemplatesOf(settings).length > 1;
  const target = { key: leaf.field.key, isMany: leaf.groups.length > 0 || isMixed };
  // A list has an index row for each of its entries.
  const entries = { ...target, isMany: target.isMany || isList };
  const textIn = (typed: string): string => {
    const value = parse(typed);
    return 'text' in value ? value.text : typed;
  };
  return {
    ...subject,
    read: (op, typed, trigrams) => {
      if (!takesValue(op)) {
        if (!index.kind) throw new Error(`A filter on ${settings.type}, which has no index, passed validation.`);
        return negatedIf(op === 'empty', { ...entries, kind: 'any', indexed: index.kind });
      }
      if (takesLanguage(op)) return translationConditions(op, typed.trim(), { ...target, isMany: true });
      const isNegated = op === 'not';
      if (index.kind === 'number') {
        return negatedIf(isNegated, {
          ...entries,
          kind: 'number',
          ...rangeOf(op, typed, subject.numberIn, numberBelow, numberAbove),
        });
      }
      if (op === 'anyOf') return { ...entries, kind: 'text-any', texts: [...new Set(valuesOf(typed).map(textIn))] };
      const value = parse(typed);
      if ('link' in value)
        return negatedIf(isNegated, { ...target, kind: 'link', target: isItemId(value.link) ? value.link : 0 });
      const text = textIn(typed);
      return op === 'contains' && !isList
        ? { ...target, kind: 'text-contains', text, hasTrigrams: trigrams.has(text) }
        : negatedIf(isNegated, { ...entries, kind: 'text-equal', text });
    },
  };
}

/** Items with an outdated text, or with one that has no translation: they have no entry that says that each text has one. */
function translationConditions(op: FilterOp, language: string, target: Place): Condition[] {
  const number = op === 'outdatedIn' ? outdatedIn(language) : translatedIn(language);
  const marked: Condition = { ...target, kind: 'number', low: number, high: number };
  return op === 'outdatedIn'
    ? [marked]
    : [
        { ...target, kind: 'any', indexed: 'text' },
        { kind: 'not', of: marked },
      ];
}

const negatedIf = (isNegated: boolean, of: Condition): Condition => (isNegated ? { kind: 'not', of } : of);

function rangeOf(
  op: FilterOp,
  typed: string,
  parse: (text: string) => number,
  below: (n: number) => number,
  above: (n: number) => number,
) {
  const limits = op === 'between' ? limitsOf(typed) : undefined;
  if (limits) return { low: parse(limits[0]), high: parse(limits[1]) };
  const value = parse(typed);
  const isEqual = op === 'equal' || op === 'not';
  const low = op === 'more' ? above(value) : op === 'moreOrEqual' || isEqual ? value : Number.NEGATIVE_INFINITY;
  const high = op === 'less' ? below(value) : op === 'lessOrEqual' || isEqual ? value : Number.POSITIVE_INFINITY;
  return { low, high };
}

/** The condition of a search text: part of a label or, if it is a number, also an id. */
export function readSearch(search: string, trigrams: ReadonlySet<string>): Condition[] {
  const text = search.trim();
  if (text === '') return [];
  const id = Number(/^#?([1-9]\d{0,9})$/.exec(text)?.[1] ?? 0);
  const hasTrigrams = trigrams.has(text);
  return [
    id > 0 && id <= largestId
      ? { kind: 'search', text, hasTrigrams, id }
      : { kind: 'label-contains', text, hasTrigrams },
  ];
}

const number = new Float64Array(1);
const bits = new BigInt64Array(number.buffer);

/** The next larger double, so that every numeric comparison is a closed range and one statement fits all of them. */
function numberAbove(value: number): number {
  if (value === Number.POSITIVE_INFINITY) return value;
  if (value === 0) return Number.MIN_VALUE;
  number[0] = value;
  bits[0] = (bits[0] ?? 0n) + (value > 0 ? 1n : -1n);
  return number[0];
}

const numberBelow = (value: number): number => -numberAbove(-value);

/** True for a field that lists can be grouped by. */
export const isGroupable = ({ field, groups }: Leaf): boolean =>
  groups.length === 0 && fieldTypeOf(field.settings.type).isGroupable === true;

/** Parses the sort order of a request; throws 422 if the field cannot be sorted by. */
export function readSort(
  model: TemplateModel,
  sort: { field: string; direction: 'asc' | 'desc' } | undefined,
  isFromEnd = false,
): Sort {
  const direction = { isDescending: (sort?.direction === 'desc') !== isFromEnd, isFromEnd };
  const field = sort?.field ?? 'id';
  if (field === 'id' || field === 'label') return { by: field, ...direction };
  const leaf = model.leaves.get(field);
  const index = leaf && fieldTypeOf(leaf.field.settings.type).index;
  const by = index?.sortsBy ?? (leaf && isGroupable(leaf) && index?.kind === 'link' ? 'link' : undefined);
  if (!leaf || !index || !by || leaf.groups.length > 0)
    throw new AppError('invalid', { fields: { 'sort.field': 'items cannot be sorted by this field' } });
  const { key } = leaf.field;
  return by === 'rank'
    ? { by, key, ranks: index.ranks?.(leaf.field.settings) ?? [], ...direction }
    : { by, key, ...direction };
}
