import type { TSchema } from 'typebox';

/** The JSON Schema keywords used in response shapes. */
interface Node {
  type?: string;
  const?: unknown;
  anyOf?: Node[];
  properties?: Record<string, Node>;
  required?: string[];
  items?: Node;
}

type Filter = (value: unknown) => unknown;

/**
 * Creates a function that reduces a response to the properties of its shape, so that a column added to a table never
 * leaks. It throws if a required property is missing. Returns `undefined` if the shape allows everything.
 */
export function responseFilter(shape: TSchema): Filter | undefined {
  const node = shape as Node;
  if (node.anyOf) return unionFilter(node.anyOf);
  if (node.properties) return objectFilter(node.properties, node.required ?? []);
  return node.items && listFilter(node.items);
}

function objectFilter(properties: Record<string, Node>, required: readonly string[]): Filter {
  const entries = Object.entries(properties).map(([name, property]) => ({
    name,
    filter: responseFilter(property as TSchema),
    isRequired: required.includes(name),
  }));
  return (value) => {
    const result: Record<string, unknown> = {};
    for (const { name, filter, isRequired } of entries) {
      const inner = (value as Record<string, unknown>)[name];
      if (inner !== undefined) result[name] = filter ? filter(inner) : inner;
      else if (isRequired) throw new Error(`The response lacks ${name}.`);
    }
    return result;
  };
}

function listFilter(items: Node): Filter | undefined {
  const filter = responseFilter(items as TSchema);
  return filter && ((value) => (value as unknown[]).map(filter));
}

function unionFilter(variants: readonly Node[]): Filter | undefined {
  const choices = variants.map((node) => ({ node, filter: responseFilter(node as TSchema) }));
  if (!choices.some(({ filter }) => filter)) return undefined;
  return (value) => {
    const choice = choices.find(({ node }) => isOf(node, value));
    if (!choice) throw new Error('The response matches none of the alternatives of its shape.');
    return choice.filter ? choice.filter(value) : value;
  };
}

/** Selects a union's alternative by its JSON type and by the properties with a constant value, unless they are omitted. */
function isOf({ type, properties, required = [] }: Node, value: unknown): boolean {
  if (type === 'null') return value === null;
  if (type === 'array') return Array.isArray(value);
  if (type !== 'object') return typeof value === (type === 'integer' ? 'number' : type);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return Object.entries(properties ?? {}).every(([name, property]) => {
    const actual = (value as Record<string, unknown>)[name];
    return (
      property.const === undefined || property.const === actual || (actual === undefined && !required.includes(name))
    );
  });
}
