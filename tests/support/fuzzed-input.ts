import type { ApiEntry } from '@quartermaster/contract/endpoints/api.ts';
import type { Dice } from './dice.ts';
import { sampleInput } from './server-shapes.ts';

/** What callers could send by mistake or on purpose in place of a value. */
const badValues: readonly unknown[] = [
  null,
  '',
  ' ',
  'x'.repeat(5000),
  '\u0000',
  '\ud800',
  "'; drop table items; --",
  '../../etc/passwd',
  '<script>alert(1)</script>',
  '%',
  0,
  -1,
  1.5,
  2_147_483_648,
  1e308,
  true,
  [],
  {},
  [[[[[]]]]],
  { __proto__: null, constructor: { prototype: 1 } },
  Array.from({ length: 500 }, (_, at) => at),
];

/** What can stand in an address in place of an id or a name. */
const badParts = [
  '0',
  '-1',
  '2147483648',
  '99999999999999999999',
  'NaN',
  '\u0000',
  '%ff',
  '../..',
  'a'.repeat(300),
  '1e3',
];

type Input = ReturnType<typeof sampleInput>;

/** Input of a call as its shape has it; saves of items would change one, if they were allowed. */
export function wholeInput(entry: ApiEntry, place: Record<string, string | number>): Input {
  const input = sampleInput(entry, place);
  if (entry.shape.records) input.body = { _label: 'Another thing' };
  if (entry.name === 'items.save')
    input.body = { id: 1, version: 1, template_id: 'thing', internal_label: 'Another thing', fields: [] };
  return input;
}

/** The same, in which some values are exchanged for bad ones. */
export function fuzzedInput(dice: Dice, entry: ApiEntry, place: Record<string, string | number>): Input {
  const input = wholeInput(entry, place);
  for (const name of Object.keys(input.params)) if (dice.percent(10)) input.params[name] = dice.oneOf(badParts);
  const optional = Object.keys((entry.shape.query as { properties?: object } | undefined)?.properties ?? {});
  if (optional.length > 0 && dice.percent(40))
    input.query[dice.oneOf(optional)] = JSON.stringify(dice.oneOf(badValues));
  return { ...input, body: dice.percent(70) ? spoil(dice, input.body) : input.body };
}

/** A value with one place, at any depth, that is bad, missing or unknown. */
export function spoil(dice: Dice, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || dice.percent(20)) return dice.oneOf(badValues);
  if (Array.isArray(value)) return value.length > 0 ? [spoil(dice, value[0])] : [dice.oneOf(badValues)];
  const names = Object.keys(value);
  const copy: Record<string, unknown> = { ...value };
  if (names.length === 0 || dice.percent(10))
    copy[dice.oneOf(['constructor', 'id', 'unknown'])] = dice.oneOf(badValues);
  else {
    const name = dice.oneOf(names);
    if (dice.percent(15)) delete copy[name];
    else copy[name] = spoil(dice, copy[name]);
  }
  return copy;
}
