import { exportedKinds } from '@quartermaster/contract/field-types/exported-kinds.ts';
import type { Option } from '@quartermaster/contract/field-types/options.ts';
import { type FieldSettings, fieldTypeOf, isListType } from '@quartermaster/contract/field-types/registry.ts';
import type { FilterableField, ListedField } from '../item-columns.tsx';
import type { ListedItems } from '../use-listed-items.ts';

/** The kinds of charts, in the order of the menu. */
export const chartKinds = ['distribution', 'points', 'amounts', 'time'] as const;
export type ChartKind = (typeof chartKinds)[number];

/** The fields that each part of a chart can draw. */
export interface DrawableFields {
  /** Also those in rows and lists, each of whose values counts. */
  numbers: readonly ListedField[];
  /** Those of which an item has one value. */
  coordinates: readonly ListedField[];
  colors: readonly ListedField[];
  groups: readonly ListedField[];
  times: readonly ListedField[];
}

/** What a chart of a list draws. */
export type ListChart =
  | { kind: 'distribution' | 'amounts' | 'time'; field: ListedField }
  | { kind: 'points'; x: ListedField; y: ListedField; color: ListedField | undefined };

/** The fields of a list that charts can draw. */
export function drawableFields({
  fields,
  filterable,
  groupable,
}: Pick<ListedItems, 'fields' | 'filterable' | 'groupable'>): DrawableFields {
  const drawnAs = ({ settings }: FilterableField) => settings && fieldTypeOf(settings.type).drawnAs;
  const inList = filterable.filter((field): field is FilterableField & ListedField => field.settings !== undefined);
  return {
    numbers: inList.filter((field) => drawnAs(field) === 'number'),
    coordinates: fields.filter(({ settings: { type } }) => fieldTypeOf(type).drawnAs === 'number' && !isListType(type)),
    colors: fields.filter(({ settings }) => settings.type === 'choice'),
    groups: groupable,
    times: inList.filter((field) => drawnAs(field) === 'time'),
  };
}

/** The kinds that a list can be drawn as. */
export const kindsOf = ({ numbers, coordinates, groups, times }: DrawableFields): ChartKind[] =>
  chartKinds.filter(
    (kind) =>
      ({ distribution: numbers.length, points: coordinates.length > 1, amounts: groups.length, time: times.length })[
        kind
      ],
  );

/** True for a field of whole numbers. */
export const isWhole = ({ type }: FieldSettings): boolean =>
  fieldTypeOf(type).exported?.kind === exportedKinds.integer && !isListType(type);

/** The options of a choice; none of another field. */
export const optionsOf = ({ settings }: ListedField): readonly Option[] =>
  settings.type === 'choice' ? settings.options : [];

const isOptionColored = (field: ListedField) => optionsOf(field).some(({ color }) => color !== undefined);

/** In the order of the template, but numbers that only name items last. */
const usual = (fields: readonly ListedField[]): ListedField[] =>
  fields.toSorted((a, b) => Number(a.settings.unique ?? false) - Number(b.settings.unique ?? false));

/**
 * A chart of a kind: of the fields with these ids, as far as it can draw them, else of the first ones that it can. An empty id of the colour is
 * none; without one, the first choice whose options have colours is drawn.
 */
export function chartOf(
  kind: ChartKind,
  [first = '', second = '', third]: readonly string[],
  drawable: DrawableFields,
): ListChart | undefined {
  const find = (fields: readonly ListedField[], id: string) => fields.find((field) => field.id === id);
  if (kind !== 'points') {
    const fields = { distribution: drawable.numbers, amounts: drawable.groups, time: drawable.times }[kind];
    const field = find(fields, first) ?? usual(fields)[0];
    return field && { kind, field };
  }
  const { coordinates, colors } = drawable;
  const y = find(coordinates, second) ?? usual(coordinates).find(({ id }) => id !== first);
  const x = find(coordinates, first) ?? usual(coordinates).find((field) => field !== y);
  const color = third === undefined ? colors.find(isOptionColored) : find(colors, third);
  return x && y && { kind, x, y, color };
}

/** The chart that a text describes, or else the first one that a list has. */
export function chartIn(text: string | undefined, drawable: DrawableFields): ListChart | undefined {
  const [name, ids = ''] = text?.split(':') ?? [];
  const kinds = kindsOf(drawable);
  const kind = kinds.find((one) => one === name) ?? kinds[0];
  return kind && chartOf(kind, kind === name ? ids.split(',') : [], drawable);
}

/** The text that describes a chart; points without a colour have only two fields. */
export function chartText(chart: ListChart): string {
  if (chart.kind !== 'points') return `${chart.kind}:${chart.field.id}`;
  return `points:${[chart.x.id, chart.y.id, chart.color?.id ?? noColor].join(',')}`;
}

/** In place of a field, as a chart without one would have the colour that is chosen for it. */
const noColor = '-';

/** The fields whose ranges are drawn. */
export const axesOf = (chart: ListChart): ListedField[] =>
  chart.kind === 'points' ? [chart.x, chart.y] : chart.kind === 'amounts' ? [] : [chart.field];
