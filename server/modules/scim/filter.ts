import { refuseUnstorableTexts } from '../../core/http/validation.ts';
import { scimError } from './scim-error.ts';

/** An attribute that has to be equal to a value. */
export interface Condition<A extends string> {
  attribute: A;
  value: string;
}

const longest = 1000;
const mostConditions = 10;

/** No two of its repetitions can match the same characters, so that it takes linear time. */
const condition =
  /\s*([\w:.$-]+(?:\[type eq "work"\]\.value)?)\s+eq\s+("(?:[^"\\]|\\.)*"|[^\s"()[\]]+)(?:\s*$|\s+(and)\s+)/iy;

/** Without the name of the core schema, in lower case: names are compared without regard to it. */
export const attributeName = (text: string): string =>
  text.replace(/^urn:ietf:params:scim:schemas:core:2\.0:(user|group):/i, '').toLowerCase();

/**
 * Reads a filter: equal values, joined by "and", which is what directories send. `attributes` are the names in lower case. Other filters
 * are refused, rather than answered with everything.
 */
export function readFilter<A extends string>(
  text: string,
  attributes: Readonly<Record<string, A | undefined>>,
): Condition<A>[] {
  const refuse = (reason: string) =>
    scimError(
      'invalidFilter',
      `${reason} Filter by equal values, such as: ${Object.values(attributes)[0]} eq "value".`,
    );
  if (text.length > longest) throw refuse(`A filter has at most ${longest} characters.`);
  const found: Condition<A>[] = [];
  let isOpen = true;
  for (let at = 0; isOpen; at = condition.lastIndex) {
    condition.lastIndex = at;
    const [, name = '', value = '', and] = condition.exec(text) ?? [];
    if (name === '') throw refuse('The filter cannot be read.');
    const key = attributeName(name);
    const attribute = Object.hasOwn(attributes, key) ? attributes[key] : undefined;
    if (attribute === undefined) throw refuse(`"${name.slice(0, 100)}" cannot be filtered by.`);
    found.push({ attribute, value: value.startsWith('"') ? unquoted(value, refuse) : value });
    if (found.length > mostConditions) throw refuse(`A filter has at most ${mostConditions} values.`);
    isOpen = and !== undefined;
  }
  return found;
}

function unquoted(value: string, refuse: (reason: string) => Error): string {
  let text: string;
  try {
    text = JSON.parse(value) as string;
  } catch {
    throw refuse('A text of the filter is not valid JSON.');
  }
  refuseUnstorableTexts({ filter: text });
  return text;
}
