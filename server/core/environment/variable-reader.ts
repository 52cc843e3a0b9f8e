import type { Variable } from './environment-variables.ts';

/** Reads variables, and collects a sentence for each invalid one in `problems`. Empty variables count as unset. */
export function createVariableReader(env: Record<string, string | undefined>) {
  const problems: string[] = [];
  const refuse = (problem: string) => {
    problems.push(problem);
    return undefined;
  };
  const text = (name: Variable) => env[name]?.trim() || undefined;
  const parse = <T>(name: Variable, fallback: T, read: (value: string) => T | undefined, expected: string): T => {
    const value = text(name);
    if (value === undefined) return fallback;
    const parsed = read(value);
    return parsed === undefined ? (refuse(`${name} must be ${expected}.`) ?? fallback) : parsed;
  };
  const number = (name: Variable, fallback: number, from: number, to: number) =>
    parse(
      name,
      fallback,
      (value) => (/^\d{1,9}$/.test(value) && +value >= from && +value <= to ? +value : undefined),
      `a whole number from ${from} to ${to}`,
    );
  const flag = (name: Variable, fallback: boolean) =>
    parse(name, fallback, (value) => ({ 0: false, 1: true })[value], '1 or 0');
  const oneOf = <T extends string>(name: Variable, fallback: T, ...values: T[]) =>
    parse(name, fallback, (value) => values.find((known) => known === value), `one of ${values.join(', ')}`);
  const url = (name: Variable, ...protocols: string[]) =>
    parse<string | undefined>(
      name,
      undefined,
      (value) => (protocols.includes(URL.parse(value)?.protocol ?? '') ? value.replace(/\/+$/, '') : undefined),
      `an address with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
    );
  return { problems, refuse, text, parse, number, flag, oneOf, url };
}
