import { type ApiEntry, api } from '@quartermaster/contract/endpoints/api.ts';
import type { Endpoint } from '@quartermaster/contract/endpoints/endpoint.ts';
import { Compile, type Validator } from 'typebox/compile';

const answers = new Map<Endpoint, Validator>();

/** Names of the endpoints whose responses have been checked. */
export const checkedAnswers = new Set<string>();

/** Every response in a test has to match its shape exactly. */
export function assertShape(endpoint: Endpoint, body: unknown): void {
  const entry = api.find((known) => known.endpoint === endpoint);
  if (!entry) throw new Error(`${endpoint.path} is not in the contract.`);
  checkedAnswers.add(entry.name);
  const { response } = entry.shape;
  if (!response) return;
  const validator = answers.get(endpoint) ?? (Compile(response) as Validator);
  answers.set(endpoint, validator);
  if (!validator.Check(body)) {
    throw new Error(
      `${entry.name} answers what its shape does not have: ${JSON.stringify(validator.Errors(body).slice(0, 3))}`,
    );
  }
}

interface Schema {
  type?: string;
  const?: unknown;
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  pattern?: string;
  minimum?: number;
  minLength?: number;
  minItems?: number;
}

const texts = [
  'hero',
  '1',
  'hero.json',
  '00000000-0000-4000-8000-000000000000',
  'hero.json:2:2',
  `${'a'.repeat(64)}.png`,
  'a'.repeat(96),
  'a'.repeat(64),
  'a'.repeat(32),
];

/** A value that matches a shape, without optional properties. */
export function sampleOf(shape: object): unknown {
  const schema = shape as Schema;
  if (schema.const !== undefined) return schema.const;
  if (schema.anyOf?.[0]) return sampleOf(schema.anyOf[0]);
  if (schema.type === 'object') {
    const required = Object.entries(schema.properties ?? {}).filter(([name]) => schema.required?.includes(name));
    return Object.fromEntries(required.map(([name, property]) => [name, sampleOf(property)]));
  }
  if (schema.type === 'array') return Array.from({ length: schema.minItems ?? 0 }, () => sampleOf(schema.items ?? {}));
  if (schema.type === 'string') return sampleText(schema);
  if (schema.type === 'integer' || schema.type === 'number') return Math.max(1, schema.minimum ?? 1);
  return schema.type === 'boolean' ? true : null;
}

function sampleText({ pattern, minLength = 0 }: Schema): string {
  if (pattern === undefined) return 'x'.repeat(Math.max(1, minLength));
  const text = texts.find((candidate) => new RegExp(pattern).test(candidate));
  if (text === undefined) throw new Error(`No sample fits ${pattern}.`);
  return text;
}

/** Valid input for an endpoint, in the given instance, project and workspace. */
export function sampleInput(
  { shape }: ApiEntry,
  place: Record<string, string | number>,
): { params: Record<string, string | number>; query: Record<string, unknown>; body: unknown } {
  const params = (shape.params ? sampleOf(shape.params) : {}) as Record<string, string | number>;
  for (const name of Object.keys(params)) params[name] = place[name] ?? params[name] ?? '';
  return {
    params,
    query: (shape.query ? sampleOf(shape.query) : {}) as Record<string, unknown>,
    body: shape.body && sampleOf(shape.body),
  };
}
