import { numberText } from '@quartermaster/contract/number-text.ts';
import type { JsonSchema } from './openapi.ts';
import { content } from './text.ts';

/** Renders an object as a table of its properties, anything else as its type; of what is sent, required properties are marked. */
export function schemaTable(schema: JsonSchema, isSent = false): string {
  const rows = nestedRows(schema, isSent, 0);
  const type = schema.properties ? '' : `<p><span class="type">${content(typeOf(schema))}</span>${noteOf(schema)}`;
  return rows ? `${type}${table(rows)}` : type || '<p>An empty object.';
}

/** A table of properties or parameters. */
export const table = (rows: string): string =>
  `<table class="fields"><tr><th>Name<th>Type<th>Description${rows}</table>`;

interface Row {
  name: string;
  schema: JsonSchema;
  /** Words below the name. */
  mark: string;
  depth: number;
}

/** A row of such a table. End tags that HTML does not need would be a fifth of the page. */
export const row = ({ name, schema, mark, depth }: Row): string =>
  `<tr><td${depth > 0 ? ` class="d${Math.min(depth, 6)}"` : ''}><code>${content(name)}</code>${mark && `<i>${mark}</i>`}<td>${content(typeOf(schema))}<td>${noteOf(schema)}`;

function rowsOf(schema: JsonSchema, isSent: boolean, depth: number): string {
  const required = (schema.required ?? []) as string[];
  return Object.entries(schema.properties as Record<string, JsonSchema>)
    .map(([name, property]) => {
      const mark = required.includes(name) ? (isSent ? 'required' : '') : 'optional';
      return row({ name, schema: property, mark, depth }) + nestedRows(property, isSent, depth + 1);
    })
    .join('');
}

/** The rows of the objects in a schema: its own properties, those of its entries, and those of its variants. */
function nestedRows(schema: JsonSchema, isSent: boolean, depth: number): string {
  if (schema.properties) return rowsOf(schema, isSent, depth);
  if (schema.items) return nestedRows(schema.items as JsonSchema, isSent, depth);
  const variants = (schema.anyOf ?? []) as JsonSchema[];
  return variants.map((variant) => nestedRows(variant, isSent, depth)).join('');
}

const choicesOf = (schema: JsonSchema): unknown[] | undefined => {
  if (Array.isArray(schema.enum)) return schema.enum;
  const variants = schema.anyOf as JsonSchema[] | undefined;
  return variants?.every((variant) => 'const' in variant) ? variants.map((variant) => variant.const) : undefined;
};

/** Choices that are listed in the description, because the column of types has no room for them. */
const isLong = (choices: unknown[]): boolean => JSON.stringify(choices).length > 32;

function typeOf(schema: JsonSchema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  const choices = choicesOf(schema);
  if (choices && isLong(choices)) return [...new Set(choices.map((choice) => typeof choice))].join(' | ');
  if (choices) return choices.map((choice) => JSON.stringify(choice)).join(' | ');
  if (schema.anyOf) return [...new Set((schema.anyOf as JsonSchema[]).map(typeOf))].join(' | ');
  if (schema.items) {
    const inner = typeOf(schema.items as JsonSchema);
    return inner.includes(' ') ? `(${inner})[]` : `${inner}[]`;
  }
  return typeof schema.type === 'string' ? schema.type : 'any';
}

/** The description of a schema, its choices and its limits; those of its entries and its variants, if it has no own. */
function noteOf(schema: JsonSchema): string {
  const sentences = notesOf(schema);
  return sentences.map((sentence) => (sentence.endsWith('.') ? sentence : `${sentence}.`)).join(' ');
}

function notesOf(schema: JsonSchema): string[] {
  const choices = choicesOf(schema);
  const direct = [
    ...(typeof schema.description === 'string' ? [content(schema.description)] : []),
    ...(choices && isLong(choices)
      ? [`One of ${content(choices.map((choice) => JSON.stringify(choice)).join(', '))}`]
      : []),
    ...limitsOf(schema),
  ];
  if (choices) return direct;
  const variants = ((schema.anyOf ?? []) as JsonSchema[]).filter((one) => !one.properties).flatMap(notesOf);
  const entries = [schema.items ?? []].flat() as JsonSchema[];
  const ofEntries = entries
    .filter((one) => !one.properties)
    .flatMap(notesOf)
    .map((note) => `Each: ${lowerFirst(note)}`);
  return [...direct, ...ofEntries, ...variants];
}

/** Not of an abbreviation. */
const lowerFirst = (note: string): string => note.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase());

/** Larger numbers are no limits: they are those of the database. */
const largest = 2_147_483_647;

/** The limits of a schema in words. */
function limitsOf(schema: JsonSchema): string[] {
  const range = (least: unknown, most: unknown, unit: string) => {
    const [from, to] = [Number(least ?? 0), Number(most ?? largest)];
    if (to < largest) return [`${least === undefined ? 'At most' : `${numberText(from)} to`} ${numberText(to)}${unit}`];
    return from > 0 ? [`At least ${numberText(from)}${unit}`] : [];
  };
  const isNumber = schema.type === 'integer' || schema.type === 'number';
  return [
    ...(isNumber ? range(schema.minimum, schema.maximum, '') : []),
    ...range(schema.minLength, schema.maxLength, ' characters'),
    ...range(schema.minItems, schema.maxItems, ' entries'),
    ...range(schema.minProperties, schema.maxProperties, ' properties'),
    ...(schema.format === 'date-time' ? ['ISO 8601, in UTC'] : []),
    ...(typeof schema.pattern === 'string' ? [`Matches <code>${content(schema.pattern)}</code>`] : []),
  ];
}
