import { fixedValues, propNames } from '../props/check-props.ts';

/**
 * The known props that a host has given, by name and kind (`string`, `function`, `element` …). A value is only included
 * if the contract lists all values that the prop can have.
 */
export function kindsOf(hostProps: unknown): Record<string, string> {
  const source = typeof hostProps === 'object' && hostProps !== null ? (hostProps as Record<string, unknown>) : {};
  const named = propNames.filter((name) => source[name] !== undefined);
  return Object.fromEntries(named.map((name) => [name, kindOf(name, source[name])]));
}

function kindOf(name: string, value: unknown): string {
  if (typeof value === 'string' && fixedValues[name]?.includes(value)) return value;
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'list';
  return (value as Partial<Node>).nodeType === 1 ? 'element' : typeof value;
}
