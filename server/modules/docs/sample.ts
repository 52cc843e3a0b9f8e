import type { JsonSchema } from './openapi.ts';

/** Plausible values by the name of a property; the first that its schema allows is used. */
const byName: Record<string, unknown[]> = {
  id: [1, 'price'],
  email: ['you@example.com'],
  password: ['your password'],
  hash: ['from-the-link'],
  code: ['123456'],
  name: ['Example'],
  account_name: ['Robin'],
  note: ['For the next release'],
  label: ['Iron sword'],
  internal_label: ['Iron sword'],
  template_id: ['sword'],
  templateId: ['sword'],
  template_field_type: ['integer'],
  q: ['sword'],
  search: ['sword'],
  query: ['sword'],
  limit: [25],
  url: ['https://game.example.com/hook'],
  language: ['de'],
  expires_at: [1_798_761_600],
  value: [10, '10'],
};

/** Texts for all patterns of the contract. */
const texts = [
  'price',
  'sword',
  '1',
  '1.1',
  'sword.1.1',
  'sword.json',
  'sword.json:1:1',
  '00000000-0000-4000-8000-000000000000',
  'a'.repeat(32),
  'a'.repeat(64),
  'a'.repeat(96),
  'acme-color',
  `${'a'.repeat(64)}.png`,
];

/** A value that fits a schema: an object with its required properties, a list with one entry, down to a depth. */
export function sampleOf(schema: JsonSchema, depth: number, name = ''): unknown {
  const named = byName[name]?.find((value) => allows(schema, value));
  if (named !== undefined) return named;
  if (schema.const !== undefined) return schema.const;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  if (Array.isArray(schema.anyOf)) return sampleOf(schema.anyOf.find(isNull) ?? schema.anyOf[0], depth, name);
  switch (schema.type) {
    case 'object':
      return sampleObject(schema, depth);
    case 'array':
      return sampleList(schema, depth, name);
    case 'string':
      return sampleText(schema);
    case 'integer':
    case 'number':
      return Math.max(Number(schema.minimum ?? 1), Math.min(1, Number(schema.maximum ?? 1)));
    case 'boolean':
      return true;
    case 'null':
      return null;
    default:
      return 10;
  }
}

const isNull = ({ type }: JsonSchema): boolean => type === 'null';

/** True if a schema allows a text or a number. */
function allows(schema: JsonSchema, value: unknown): boolean {
  if (schema.const !== undefined) return schema.const === value;
  if (Array.isArray(schema.enum)) return schema.enum.includes(value);
  if (Array.isArray(schema.anyOf)) return schema.anyOf.some((variant) => allows(variant, value));
  if (typeof value === 'number')
    return (
      (schema.type === 'integer' || schema.type === 'number') &&
      value >= Number(schema.minimum ?? value) &&
      value <= Number(schema.maximum ?? value)
    );
  if (typeof value !== 'string' || schema.type !== 'string' || schema.format !== undefined) return false;
  const pattern = new RegExp(typeof schema.pattern === 'string' ? schema.pattern : '');
  return (
    pattern.test(value) &&
    value.length >= Number(schema.minLength ?? 0) &&
    value.length <= Number(schema.maxLength ?? value.length)
  );
}

function sampleObject(schema: JsonSchema, depth: number): object {
  const properties = (schema.properties ?? {}) as Record<string, JsonSchema>;
  const required = (schema.required ?? []) as string[];
  // A list is more useful with its first page than without an input.
  const names = required.length === 0 && properties.limit ? ['limit'] : required;
  const entries = names.map((name) => [name, sampleOf(properties[name] ?? {}, depth - 1, name)]);
  const [values] = Object.values((schema.patternProperties ?? {}) as Record<string, JsonSchema>);
  if (values && depth > 0) entries.push(['price', sampleOf(values, depth - 1, 'value')]);
  return Object.fromEntries(entries);
}

function sampleList(schema: JsonSchema, depth: number, name: string): unknown[] {
  const least = Number(schema.minItems ?? 0);
  const count = depth > 0 && schema.maxItems !== 0 ? Math.max(1, least) : least;
  const entry = name.replace(/s$/, '');
  return Array.from({ length: count }, () => sampleOf((schema.items ?? {}) as JsonSchema, depth - 1, entry));
}

function sampleText(schema: JsonSchema): string {
  if (schema.format === 'date-time') return '2026-12-01T09:00:00.000Z';
  const candidates = schema.pattern === undefined ? ['text', ...texts] : texts;
  return candidates.find((text) => allows(schema, text)) ?? 'x'.repeat(Number(schema.minLength ?? 0));
}
