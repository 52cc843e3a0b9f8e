import { checkInvisible, comparedName, isBlankText } from '../typed-text.ts';

/** A value that can be chosen. Items store its id, so that its label can change. */
export interface Option {
  /** The exported value, unique in its list. */
  id: string;
  /** The label in forms and lists. */
  label: string;
  /** The colour of its label. */
  color?: OptionColor;
}

/** Colours that an option can have, each of them a colour of the theme. */
export const optionColors = [
  'gray',
  'red',
  'pink',
  'violet',
  'blue',
  'cyan',
  'green',
  'lime',
  'yellow',
  'orange',
] as const;
/** A colour that an option can have. */
type OptionColor = (typeof optionColors)[number];

/** Error message for a value that is not one of the options. */
export const notAnOption = 'is not one of the options';

/** Limits of a list of options. */
export const optionLimits = { options: 500, idLength: 64, labelLength: 96 } as const;

/** Error message for an invalid list of options; otherwise undefined. */
export function checkOptions(options: readonly Option[]): string | undefined {
  if (options.length === 0) return 'add at least one option';
  if (options.length > optionLimits.options) return `there can be at most ${optionLimits.options} options`;
  const ids = new Set<string>();
  const labels = new Set<string>();
  for (const [index, { id, label }] of options.entries()) {
    if (isBlankText(label)) return `option ${index + 1} has no label`;
    if (label.length > optionLimits.labelLength)
      return `a label must be at most ${optionLimits.labelLength} characters`;
    if (id.length > optionLimits.idLength || !/^[A-Za-z0-9_-]+$/.test(id))
      return `the id of ${label} must be 1 to ${optionLimits.idLength} Latin letters, numbers, underscores (_) or hyphens (-)`;
    // The index of values ignores case.
    if (ids.size === ids.add(id.toLowerCase()).size) return `two options have the id ${id}`;
    const invisible = checkInvisible(label);
    if (invisible) return `the label of option ${index + 1} ${invisible}`;
    if (labels.size === labels.add(comparedName(label)).size) return `two options have the label ${label}`;
  }
  return undefined;
}

/** The labels of the options in a value, or their ids where they were removed; undefined for a field without options. */
export function optionLabels(settings: object, value: unknown): string[] | undefined {
  if (!('options' in settings)) return undefined;
  const options = settings.options as readonly Option[];
  return [value ?? []].flat().map((entry) => options.find(({ id }) => id === entry)?.label ?? String(entry));
}
