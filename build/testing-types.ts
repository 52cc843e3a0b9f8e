import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { api } from '../contract/endpoints/api.ts';
import { declarationsOf } from './host-types.ts';

const source = resolve(import.meta.dirname, '../package/testing/kit-types.ts');

interface Schema {
  type?: string;
  const?: unknown;
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  patternProperties?: Record<string, Schema>;
}

/** The types of `@quartermaster/console/testing`: those of the kit, and of the answer of each endpoint from its shape. */
export async function testingTypes(): Promise<string> {
  const own = readFileSync(source, 'utf8').replaceAll(/^import .*\n/gm, '');
  const answers = api.map(({ name, shape }) => {
    const answer = shape.response ? typeOf(shape.response as Schema) : 'BodyInit | null | undefined';
    return `  '${name}'?: Answer<${answer}>;`;
  });
  return `import type { HostEvent, HostProps, Lifecycles } from '../quartermaster.js';

/** What the server answers, or a function that returns it; a \`Response\` for a refusal. */
export type Answer<T> = T | ((call: Call) => T | Response | Promise<T | Response>);

/** The answers by the name of their endpoint. */
export interface Answers {
${answers.join('\n')}
}

${await declarationsOf(own, source)}
export declare const openTestConsole: OpenTestConsole;
/** Answers that were recorded from a small workspace: one project with two templates, and a few items in Dev. */
export declare const demo: Answers;
`;
}

/** The TypeScript type of a shape. */
export function typeOf(schema: Schema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.anyOf) return schema.anyOf.map(typeOf).join(' | ');
  if (schema.type === 'array') return `(${typeOf(schema.items ?? {})})[]`;
  if (schema.type === 'integer') return 'number';
  if (schema.type !== 'object')
    return ['string', 'number', 'boolean', 'null'].find((it) => it === schema.type) ?? 'unknown';
  const values = Object.values(schema.patternProperties ?? {});
  if (!schema.properties) return `Record<string, ${values.map(typeOf).join(' | ') || 'unknown'}>`;
  const properties = Object.entries(schema.properties).map(([name, property]) => {
    const mark = schema.required?.includes(name) ? '' : '?';
    return `${JSON.stringify(name)}${mark}: ${typeOf(property)}`;
  });
  return `{ ${properties.join('; ')} }`;
}
