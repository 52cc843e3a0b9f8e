import { type FieldValue, isEmpty } from '../field-types/field-type.ts';
import {
  checkIntegerText,
  type Filter,
  type FilterOp,
  filterLimits,
  filterOps,
  idConditions,
  labelConditions,
  limitsOf,
  takesLanguage,
  takesValue,
  valuesOf,
} from '../field-types/filters.ts';
import { outdatedIn, translatedIn } from '../field-types/localised.ts';
import { type FieldSettings, fieldTypeOf } from '../field-types/registry.ts';
import { isLanguage, notLanguage } from '../languages.ts';
import { containsText } from '../texts.ts';

/** What a field can be filtered by: its conditions, and the validation of a filter value. */
export interface FilterSubject {
  conditions: readonly FilterOp[];
  checkFilter: (value: string) => string | undefined;
  /** The number that a valid text stands for, to compare the ends of a range; the text as a number if omitted. */
  numberIn?: (value: string) => number;
}

/** A field as the subject of a filter. */
export function subjectOfField(settings: FieldSettings): Required<FilterSubject> {
  const { filter } = fieldTypeOf(settings.type);
  return {
    conditions: filter.conditions,
    checkFilter: (text) => filter.check(text, settings),
    numberIn: (text) => {
      const sought = filter.sought(text, settings);
      return sought && 'number' in sought ? sought.number : Number.NaN;
    },
  };
}

/** Pseudo-fields that every item has, whatever its template. */
export const pseudoFields = {
  id: { conditions: idConditions, checkFilter: checkIntegerText },
  label: { conditions: labelConditions, checkFilter: () => undefined },
  /** Open threads about the item or its fields: it has some, or none. A field of the template with this id comes first. */
  comments: { conditions: ['notEmpty', 'empty'], checkFilter: () => undefined },
} as const satisfies Record<string, FilterSubject>;

/** A filter that is being edited: each part is empty until it is chosen. */
export interface FilterDraft {
  fieldId: string;
  condition: FilterOp | '';
  value: string;
}

/** Validation errors of a filter, by part; empty if it is valid. `subject` is undefined while no field is chosen. */
export function checkFilterDraft(
  draft: FilterDraft,
  subject: FilterSubject | undefined,
): Partial<Record<keyof FilterDraft, string>> {
  const wrong: Partial<Record<keyof FilterDraft, string>> = {};
  if (draft.fieldId === '' || !subject) wrong.fieldId = 'required field';
  if (draft.condition === '' || (subject && !subject.conditions.includes(draft.condition)))
    wrong.condition = 'required field';
  const reason = checkFilterValue(draft, subject);
  if (reason) wrong.value = reason;
  return wrong;
}

/** Error message if a value does not suit its field and condition; otherwise undefined. */
export function checkFilterValue(
  { condition, value }: Pick<FilterDraft, 'condition' | 'value'>,
  subject: FilterSubject | undefined,
): string | undefined {
  if (!takesValue(condition)) return undefined;
  const text = value.trim();
  if (text === '') return 'Value is required';
  if (takesLanguage(condition)) return isLanguage(text) ? undefined : notLanguage;
  if (condition === 'anyOf') {
    const values = valuesOf(text);
    if (values.length > filterLimits.values) return `choose at most ${filterLimits.values}`;
    return values.includes('') ? 'a value is missing' : firstReason(values, subject);
  }
  if (condition !== 'between') return subject?.checkFilter(text);
  const [low, high] = limitsOf(text) ?? [];
  if (!low || !high) return 'both values are required';
  const reason = subject?.checkFilter(low) ?? subject?.checkFilter(high);
  const { numberIn = Number } = subject ?? {};
  return reason ?? (numberIn(low) > numberIn(high) ? 'the first value must not be above the second one' : undefined);
}

const firstReason = (values: readonly string[], subject: FilterSubject | undefined): string | undefined => {
  for (const value of values) {
    const reason = subject?.checkFilter(value);
    if (reason !== undefined) return reason;
  }
  return undefined;
};

/**
 * Converts a draft to the form that the list call takes; only for a draft without errors from {@link checkFilterDraft}.
 */
export const toFilter = (draft: FilterDraft & { condition: FilterOp }): Filter => ({
  template_field_id: draft.fieldId,
  op: filterOps[draft.condition],
  value: takesValue(draft.condition) ? draft.value.trim() : '',
});

const opNames = Object.fromEntries(Object.entries(filterOps).map(([name, code]) => [code, name as FilterOp]));

/** The name of a condition by its API code; undefined if there is none. */
export const filterOpOf = (code: number): FilterOp | undefined => opNames[code];

/** True if one value of a field meets a valid filter, as the items of a list do. */
export function meetsFilter(
  { op, value: typed }: Pick<Filter, 'op' | 'value'>,
  value: FieldValue | undefined,
  settings: FieldSettings,
): boolean {
  const type = fieldTypeOf(settings.type);
  const condition = filterOpOf(op);
  if (condition === 'empty') return isEmpty(value);
  if (condition === 'notEmpty') return !isEmpty(value);
  if (isEmpty(value)) return condition === 'not';
  const { numbers = [], texts = [], links = [], common = [] } = type.index.entries(value, settings);
  if (condition === 'missingIn') return !common.includes(translatedIn(typed.trim()));
  if (condition === 'outdatedIn') return numbers.includes(outdatedIn(typed.trim()));
  const { numberIn } = subjectOfField(settings);
  if (condition === 'between') {
    const [low, high] = limitsOf(typed) ?? ['', ''];
    return numbers.some((number) => number >= numberIn(low) && number <= numberIn(high));
  }
  const equals = (text: string): boolean => {
    const sought = type.filter.sought(text, settings);
    return (
      sought !== undefined &&
      (('number' in sought && numbers.includes(sought.number)) ||
        ('text' in sought && texts.includes(sought.text)) ||
        ('link' in sought && links.some(({ id }) => id === sought.link)))
    );
  };
  if (condition === 'anyOf') return valuesOf(typed).some(equals);
  const isEqual = equals(typed);
  switch (condition) {
    case 'less':
      return numbers.some((number) => number < numberIn(typed));
    case 'lessOrEqual':
      return numbers.some((number) => number <= numberIn(typed));
    case 'more':
      return numbers.some((number) => number > numberIn(typed));
    case 'moreOrEqual':
      return numbers.some((number) => number >= numberIn(typed));
    case 'contains':
      if (type.exported?.isList) return isEqual;
      return isEqual || texts.some((text) => containsText(text, typed));
    case 'not':
      return !isEqual;
    default:
      return isEqual;
  }
}
