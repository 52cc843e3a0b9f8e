import { formatJson } from '@quartermaster/contract/content/format-json.ts';
import { findRepeatedName } from '@quartermaster/contract/content/repeated-name.ts';
import { expect, it } from 'vitest';

it.each([
  ['an object', { a: 1, b: { c: [1, 2, { d: null }], e: true } }],
  ['a list', [[1], [[2, 3]], ['x']]],
  ['empty ones', { a: {}, b: [], c: [{}, []], d: '' }],
  ['strings with signs of JSON', { 'a"b': 'x, {y}: [z]', c: '\\', d: '\\"', e: 'two  spaces\n' }],
  ['a text alone', 'a, b'],
])('formats %s as JSON.stringify does', (_, value) => {
  expect(formatJson(JSON.stringify(value))).toBe(JSON.stringify(value, null, 2));
});

it('keeps the order of members and the notation of numbers', () => {
  expect(formatJson('{"b":1.50,"7":-1e3,"a":1.0}')).toBe('{\n  "b": 1.50,\n  "7": -1e3,\n  "a": 1.0\n}');
});

it('formats what is already formatted the same', () => {
  const formatted = formatJson('{"a":[1,{"b":"c d"}]}');
  expect(formatJson(formatted)).toBe(formatted);
});

it.each([
  ['{"a":1,"b":{"a":1},"c":[{"a":1},{"a":1}],"d":"\\",\\"a\\":"}', undefined],
  ['{"a":1,"b":2,"a":1}', 'a'],
  ['{"a":"x:\\",","\\u0061":1}', 'a'],
  ['{"items":[{"x":[1,{}]},{"fields":{"price":[[],2],"price":8}}]}', 'items.1.fields.price'],
  ['[[{}],{"":1,"":2}]', '1.'],
  ['{"__proto__":1,"__proto__":2}', '__proto__'],
  ['"a"', undefined],
])('finds the name that an object has twice in %s', (json, path) => {
  expect(findRepeatedName(json)).toBe(path);
});
