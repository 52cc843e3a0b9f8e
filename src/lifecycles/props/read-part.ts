import type { AnyPart, PartName, PartValues } from '../../app/context/part.ts';
import { checkProps } from './check-props.ts';
import { type Check, findProblems, text, wholeNumber } from './checks.ts';
import type { PropProblem } from './prop-problem.ts';

type Props = Readonly<Record<string, unknown>>;

/** The values of a part; null with the problems if some are invalid. */
export interface ReadPart {
  part: AnyPart | null;
  problems: PropProblem[];
}

export const itemAddress: Check = (value) => {
  const { templateId, id } = (value ?? {}) as Props;
  return text(templateId) === null && wholeNumber(id) === null
    ? null
    : 'an object with the templateId and the id of an item';
};

export const plainText: Check = (value) => (typeof value === 'string' ? null : 'a text');

/** The values of a new item's fields. */
export const fieldValues: Check = (value) =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? null
    : 'an object with the values of fields by their names';

const templateIds: Check = (value) =>
  text(value) === null || (Array.isArray(value) && value.length > 0 && value.every((entry) => text(entry) === null))
    ? null
    : 'the id of a template, or a list of them';

const names: Check = (value) =>
  Array.isArray(value) && value.every((entry) => typeof entry === 'string') ? null : 'a list of the names of fields';

const twoVersions: Check = (value) => {
  const { from, to } = (value ?? {}) as Props;
  return wholeNumber(from) === null && wholeNumber(to) === null ? null : 'an object with two versions, from and to';
};

const orNull =
  (check: Check): Check =>
  (value) =>
    value === null ? null : check(value);

const checks: { [Name in PartName]: Record<keyof PartValues[Name], Check> } = {
  'item-picker': { templateId: templateIds, value: orNull(itemAddress), label: text },
  'item-form': { templateId: text, id: wholeNumber, values: fieldValues, label: plainText },
  list: { templateId: text, query: plainText },
  'item-card': { templateId: text, id: wholeNumber, fields: names },
  diff: { templateId: text, id: wholeNumber, versions: twoVersions },
  comments: { templateId: text, id: wholeNumber, threadId: wholeNumber },
};

/** The values without which a part shows nothing. */
const required: Record<PartName, readonly string[]> = {
  'item-picker': ['templateId'],
  'item-form': ['templateId'],
  list: ['templateId'],
  'item-card': ['templateId', 'id'],
  diff: ['templateId', 'id'],
  comments: ['templateId', 'id'],
};

const partNames = Object.keys(checks).map((name) => `"${name}"`);

export const isPartName = (name: unknown): name is PartName => typeof name === 'string' && Object.hasOwn(checks, name);

/** The problem of a name that no part has. */
export const unknownPart = (name: unknown): ReadPart => ({
  part: null,
  problems: [
    { prop: 'name', sentence: `mountPart must be called with ${partNames.join(' or ')}, and not "${String(name)}".` },
  ],
});

/** The given values of a part, among its other props. */
export const valuesOf = (name: PartName, props: Props): Props =>
  isPartName(name)
    ? Object.fromEntries(Object.entries(props).filter(([prop]) => Object.hasOwn(checks[name], prop)))
    : {};

/** Checks the values of a part. */
export function readPart(name: PartName, props: Props): ReadPart {
  const problems = findProblems(checks[name], props, required[name]);
  // The checks of the part have passed all of its values.
  const part = { name, values: valuesOf(name, props) } as unknown as AnyPart;
  return { part: problems.length > 0 ? null : part, problems };
}

/** The problems of the other props of a part that the console's own check does not find. */
export const mountProblems = (props: Props): PropProblem[] => [
  ...(['domElement', 'activeInstanceId'] as const).flatMap((prop) =>
    props[prop] === undefined ? [{ prop, sentence: `A part needs the prop "${prop}".` }] : [],
  ),
  // Replaced by a function of its own.
  ...checkProps({ onEvent: props.onEvent }),
];
