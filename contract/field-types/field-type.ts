import { checkInvisible, checkMarks } from '../typed-text.ts';
import { type Bound, brokenBound } from './bounds.ts';
import { type CommonTraits, commonSettingsOf, type OptionalSettings } from './common-settings.ts';
import type { ExportedKind } from './exported-kinds.ts';
import type { FilterOp } from './filters.ts';
import type { LocalisedText, WireTexts } from './localised.ts';
import type { Settings, ValuesOf } from './setting.ts';

/** Settings of fields of any type; the optional ones are absent unless they are set. */
export interface CommonSettings extends OptionalSettings {
  /** The key in the exported JSON. */
  name: string;
  /** The label in forms. */
  label: string;
}

/** A value in an item; `null` if empty. Links are item ids, an image is its path, lists have entries of one type. */
export type FieldValue = string | number | boolean | null | number[] | string[] | LocalisedText;

/** A value in the API; a type may use a different form there than in stored items. */
export type WireValue = FieldValue | (string | number)[] | WireTexts;

/** An item, by its template and its id; ids are unique in an instance. */
export interface ItemReference {
  templateId: string;
  id: number;
}

/** The indexed form of a value for filters and sorting: each entry becomes an index row. */
export interface IndexedValue {
  numbers?: number[];
  texts?: string[];
  links?: ItemReference[];
  /** Numbers that an item has only if all its values of the field have them; it may have several in rows. */
  common?: number[];
}

/** The index entry that a filter's value is compared with. */
type SoughtValue = { number: number } | { text: string } | { link: number };

/** The value of a text, or the error message for a text that is not one of the type. */
export type Parsed = { value: FieldValue } | { reason: string };

/** What the formula of a computed field results in. */
export type ComputedKind = 'number' | 'text' | 'boolean';

/** What a bulk edit can do to a field. Each type declares which of these it offers, and how. */
export const operationNames = ['set', 'clear', 'add', 'multiply', 'replace', 'append', 'remove'] as const;
/** The name of an operation. */
export type OperationName = (typeof operationNames)[number];

/** The input of an operation in stored form; `find` is the text to replace, else empty. */
export interface OperationInput {
  value: FieldValue;
  find: string;
  /** Replaces only whole words. */
  wholeWords?: boolean;
  /** Replaces upper and lower case alike. */
  ignoresCase?: boolean;
}

/** An operation on the values of a field. */
export interface FieldOperation<S extends CommonSettings = CommonSettings> {
  /** The name in a list of operations. */
  label: string;
  /**
   * Its input: a value of the field, a number, a text, the texts `find` and `value`, a list like the field's, or
   * nothing.
   */
  takes: 'value' | 'number' | 'text' | 'replacement' | 'list' | 'nothing';
  /** Error message for an input that no item can take; otherwise undefined. */
  check: (input: OperationInput, settings: S) => string | undefined;
  /**
   * The new value of a field, or the reason why it has none. `null` stands for an empty value. The new value may still
   * break a rule of the field.
   */
  apply: (value: FieldValue, input: OperationInput, settings: S) => Parsed;
}

/** The operations that a type offers. */
export type FieldOperations<S extends CommonSettings = CommonSettings> = Partial<
  Record<OperationName, FieldOperation<S>>
>;

/** Values in exported files. */
interface Exported {
  /** What a value, or an entry of a list, is in each language that types are generated for. */
  kind: ExportedKind;
  /** True if values are lists, of which an empty one is exported as `[]` and not as `null`. */
  isList?: true;
  /** What an export contains for a value; the value itself if omitted. */
  value?: (value: FieldValue) => unknown;
}

/** The file that a value names. */
interface StoredFile<S> {
  /** The id of the stored file; `null` if it is not stored yet. */
  idOf: (value: FieldValue, settings: S) => string | null;
}

/** Where links lead. */
interface Links<S> {
  /** Whether a value is one item of a template, a list of them, or one item of several templates. */
  form: 'single' | 'list' | 'mixed';
  /** The ids of the templates whose items can be linked. */
  to: (settings: S) => readonly string[];
}

/** Texts by language, of which one is the source and the others are its translations. */
interface Localised<S> {
  /** The language of the source; a field with another one has no value. */
  source: (settings: S) => string;
  /** Where the text of the source is in a stored value. */
  path: (settings: S) => readonly string[];
  /** The value with the changes of two versions; undefined if both have changed the same language. */
  merge: (settings: S, base: FieldValue, theirs: FieldValue, mine: FieldValue) => FieldValue | undefined;
  /** What the exported file of one language contains. */
  textIn: (value: FieldValue, language: string, settings: S) => unknown;
}

/** What a field does in the rows of a dynamic group. */
interface RowPart<S> {
  /**
   * `shape`: a group whose fields only rows of its name have; `shapeName`: the value is the name of the row's shape;
   * `weight`: the item form shows the share of each row in the sum of all.
   */
  is: 'shape' | 'shapeName' | 'weight';
  /** The name of a new field; that of the type if omitted. */
  newName?: string;
  /** Error message for the values in all rows, `null` where a row has none; otherwise undefined. */
  check?: (values: readonly FieldValue[], settings: S) => string | undefined;
}

/** The values of a field in the index. */
interface Index<S> {
  /** Which index holds them, if any. */
  kind: 'number' | 'text' | 'link' | undefined;
  /**
   * The index entries of a valid, non-empty value. A change of settings does not rewrite them, so they must not depend
   * on settings that can change while a value stays valid.
   */
  entries: (value: FieldValue, settings: S) => IndexedValue;
  /** True if values are moments as text, which are indexed as seconds since 1970. */
  isMoment?: true;
  /** Which index sorts the rows of a list, if any; `rank`: that of texts, in the order of `ranks`. */
  sortsBy: 'number' | 'text' | 'rank' | undefined;
  /** The indexed texts in the order of sorting. */
  ranks?: (settings: S) => readonly string[];
}

/** What lists compare the values of a field with. */
interface FieldFilter<S> {
  /** The conditions that the type supports; if empty, the field cannot be filtered. */
  conditions: readonly FilterOp[];
  /** Error message for invalid text; otherwise undefined. */
  check: (text: string, settings: S) => string | undefined;
  /** The index entry that a text stands for; undefined if the text is invalid. */
  sought: (text: string, settings: S) => SoughtValue | undefined;
}

/** How values are converted between the API and stored items; they are the same in both if omitted in a definition. */
interface WireForm<S> {
  /** Converts a stored value to its API form. */
  write: (value: FieldValue, settings: S) => WireValue;
  /** Converts an API value to its stored form; one of another type stays as it is, for the validation. */
  read: (value: WireValue, settings: S) => FieldValue;
}

/**
 * Everything about a field type except its UI; adding a type means adding one of these to the registry. Each function
 * receives the settings of the field whose value it is about.
 */
export interface FieldTypeContract<S extends CommonSettings = CommonSettings> {
  /** The name in the palette. */
  label: string;
  /**
   * `value`: a leaf; `group`: children on the same level; `rows`: children that repeat per row; `row`: one such row,
   * never in a template.
   */
  holds: 'value' | 'group' | 'rows' | 'row';
  /** False for types that a user cannot add. */
  inPalette: boolean;
  /** The settings other than name and label, each with its input kind, labels and validation. */
  settings: Settings;
  /** The initial settings of a new field, without optional ones. */
  defaultSettings: Omit<S, keyof CommonSettings>;
  /** Validation errors in the settings other than name and label, by setting; a number may still be the typed text. */
  checkSettings: (settings: Readonly<Record<string, unknown>>) => Record<string, string>;
  /** Error message for a non-empty value of the wrong type; undefined if it is right. */
  wrongKind: (value: unknown, settings: S) => string | undefined;
  /** Error message if the field must not be empty; otherwise undefined. */
  missing: (settings: S) => string | undefined;
  /** The constraints that the settings place on a value. */
  bounds: (settings: S) => readonly Bound[];
  /**
   * Error message, as worded in the specification, for a value that breaks the field's rules; otherwise undefined. An
   * empty value is `null`.
   */
  check: (value: unknown, settings: S) => string | undefined;
  /**
   * The value of a text: of a filter, an input, or a cell of a sheet. Empty text is an empty value. The value may still
   * break a rule of the field, see `check`.
   */
  parse: (text: string, settings: S) => Parsed;
  /** A value as text, from which `parse` reads the same value; empty if the value is. */
  format: (value: FieldValue, settings: S) => string;
  /** True if a value, or an entry of it, can decide whether other fields are shown. */
  canDecide?: true;
  /** Lists can be grouped by it: its index has one entry per item, of few different values or of a link. */
  isGroupable?: true;
  /** Charts draw its values, as numbers or on an axis of time. */
  drawnAs?: 'number' | 'time';
  /** A field can switch between types of the same family, whose values have the same form and index, and keep them. */
  family?: 'number' | 'text';
  /** What the formula of a computed field results in. The server computes its values, and ignores those it receives. */
  computes?: ComputedKind;
  /** For types whose values are stored files. */
  file?: StoredFile<S>;
  /** For types whose values are links to items. */
  links?: Links<S>;
  /** For types whose values are texts in several languages. */
  localised?: Localised<S>;
  /** True if values are texts, or lists of texts. */
  holdsText?: true | undefined;
  /** For types with a part of their own in the rows of a dynamic group. */
  rows?: RowPart<S>;
  /** The form of values in the API. */
  wire: WireForm<S>;
  /** The entries by which lists find and sort items. */
  index: Index<S>;
  /** The conditions by which lists can be filtered. */
  filter: FieldFilter<S>;
  /** What its values are in exported files; absent for groups, which have none. */
  exported?: Exported;
  /** What a bulk edit can do to the field. */
  operations: FieldOperations<S>;
}

type Optional = 'missing' | 'bounds' | 'format';
type Derived = 'check' | 'settings' | 'defaultSettings' | 'checkSettings' | 'filter' | 'operations' | 'wire';
type Definition<D extends Settings, S extends CommonSettings> = Omit<FieldTypeContract<S>, Derived | Optional> &
  Partial<Pick<FieldTypeContract<S>, Optional>> &
  CommonTraits & {
    settings: D;
    /** The parts of it that differ from the stored form. */
    wire?: Partial<WireForm<S>>;
    /** Error message for a value of the right type that is too large, whatever the settings; otherwise undefined. */
    tooLarge?: (value: FieldValue) => string | undefined;
    filter: Pick<FieldFilter<S>, 'conditions'> & {
      /** Parses a text if it is not that of a value: a list is filtered by one of its entries. */
      parse?: FieldTypeContract<S>['parse'];
    };
    /** Operations besides setting and clearing, which every value has that is not a file. */
    operations?: FieldOperations;
    /** Validation errors in the combination of settings, each of which is valid on its own. */
    checkTogether?: (settings: Readonly<Record<keyof D, unknown>>) => Record<string, string>;
  };

/** Declares a field type; its validation functions and filters derive from its settings and value rules. */
export function fieldType<D extends Settings>(
  definition: Definition<D, CommonSettings & ValuesOf<D>>,
): FieldTypeContract<CommonSettings & ValuesOf<D>> {
  type Contract = FieldTypeContract<CommonSettings & ValuesOf<D>>;
  const { wrongKind, missing = () => undefined, bounds: ownBounds = () => [], checkTogether } = definition;
  const bounds: Contract['bounds'] = (settings) => [...ownBounds(settings), ...patternBound(settings)];
  const all: Settings = { ...definition.settings, ...commonSettingsOf(definition) };
  const parse: Contract['parse'] = (text, settings) =>
    text === '' ? { value: null } : definition.parse(text, settings);
  const { format = String, tooLarge = () => undefined, index, filter } = definition;
  const { conditions, parse: parseFilter = parse } = filter;
  const initial = Object.entries(all).flatMap(([name, setting]) =>
    setting.isOptional ? [] : [[name, setting.initial] as const],
  );
  const check: Contract['check'] = (value, settings) =>
    isEmpty(value)
      ? missing(settings)
      : // A value of the right type is a field's value.
        (wrongKind(value, settings) ??
        tooLarge(value as FieldValue) ??
        checkMarks(value) ??
        brokenBound(value, bounds(settings)) ??
        (settings.unique ? checkInvisible(String(value)) : undefined));
  const checkDefault = (settings: Parameters<Contract['check']>[1]) => {
    if (settings.default === undefined) return undefined;
    return settings.unique ? 'every new item would have the same value' : check(settings.default, settings);
  };
  const canSet = definition.holds === 'value' && !definition.file && !definition.computes;
  return {
    ...definition,
    settings: all,
    // Each initial value has the type of its setting's kind.
    defaultSettings: Object.fromEntries(initial) as Omit<CommonSettings & ValuesOf<D>, keyof CommonSettings>,
    checkSettings: (settings) => {
      const wrong = checkEach(all, settings) ?? checkTogether?.(settings as Record<keyof D, unknown>) ?? {};
      const isRight = Object.keys(wrong).length === 0;
      // All others are valid settings of the type.
      const reason = isRight ? checkDefault(settings as unknown as Parameters<Contract['check']>[1]) : undefined;
      return reason === undefined ? wrong : { default: reason };
    },
    missing,
    bounds,
    check,
    // A value of the API is checked before it is stored.
    wire: { write: (value) => value, read: (value) => value as FieldValue, ...definition.wire },
    parse,
    format: (value, settings) => (isEmpty(value) ? '' : format(value, settings)),
    filter: {
      conditions,
      check: (text, settings) => reasonOf(parseFilter(text, settings)),
      sought: (text, settings) => {
        const parsed = parseFilter(text, settings);
        return 'reason' in parsed || isEmpty(parsed.value)
          ? undefined
          : firstEntry(index.entries(parsed.value, settings), index.kind);
      },
    },
    operations: canSet ? { ...setAndClear(check, missing), ...definition.operations } : {},
  };
}

const patternBound = ({ pattern, patternMessage }: CommonSettings): Bound[] =>
  pattern === undefined
    ? []
    : [{ rule: 'matches', pattern, reason: patternMessage ?? `should match the pattern ${pattern}` }];

const setAndClear = <S extends CommonSettings>(
  check: FieldTypeContract<S>['check'],
  missing: FieldTypeContract<S>['missing'],
): FieldOperations<S> => ({
  set: {
    label: 'Set to',
    takes: 'value',
    check: ({ value }, settings) => (isEmpty(value) ? 'Value is required' : check(value, settings)),
    apply: (_, { value }) => ({ value }),
  },
  clear: {
    label: 'Clear',
    takes: 'nothing',
    check: (_, settings) => missing(settings),
    apply: () => ({ value: null }),
  },
});

const reasonOf = (parsed: Parsed): string | undefined => ('reason' in parsed ? parsed.reason : undefined);

function firstEntry(
  { numbers = [], texts = [], links = [] }: IndexedValue,
  kind: FieldTypeContract['index']['kind'],
): SoughtValue | undefined {
  const [[number], [text], [link]] = [numbers, texts, links];
  if (kind === 'number') return number === undefined ? undefined : { number };
  if (kind === 'text') return text === undefined ? undefined : { text };
  return link === undefined ? undefined : { link: link.id };
}

/** Parses the text of a type whose values are texts. */
export const asText = (text: string): Parsed => ({ value: text });

function checkEach(
  definitions: Settings,
  settings: Readonly<Record<string, unknown>>,
): Record<string, string> | undefined {
  const wrong = Object.entries(definitions).flatMap(([name, { check, isOptional }]) => {
    if (isOptional && settings[name] === undefined) return [];
    // The API shape has validated the type; a form passes the typed text.
    const reason = check(settings[name] as never);
    return reason === undefined ? [] : [[name, reason]];
  });
  return wrong.length === 0 ? undefined : Object.fromEntries(wrong);
}

/** Error message for an empty required field; shared by the types that use the same wording. */
export const requiredField = ({ required }: { required: boolean }): string | undefined =>
  required ? 'required field' : undefined;

/** True for a value that counts as empty. */
export const isEmpty = (value: unknown): value is null | undefined | '' =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
