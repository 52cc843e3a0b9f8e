import { formatJson } from '@quartermaster/contract/content/format-json.ts';
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
