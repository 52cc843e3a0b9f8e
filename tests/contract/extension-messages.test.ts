import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  extensionLimits,
  isDrawing,
  passedKeys,
  readFromExtension,
} from '@quartermaster/contract/extensions/messages.ts';
import { expect, test, vi } from 'vitest';
import { shows } from '../specification/shows.ts';

const png = 'data:image/png;base64,iVBORw0KGgo=';

const numbers = (length: number) => Array.from({ length }, (_, index) => index + 1);

test.each([
  { type: 'defined' },
  { type: 'change', value: null },
  { type: 'change', value: 'x'.repeat(extensionLimits.text) },
  { type: 'change', value: [1, 2.5] },
  { type: 'change', value: [] },
  { type: 'failed' },
  { type: 'key', keys: 'mod+s' },
  { type: 'change-items', items: [{ id: 7, label: 'Axe', values: { price: 3, tags: ['a'] } }, { id: 8 }] },
  { type: 'height', height: 1e9 },
  { type: 'toast', text: 'Done' },
  { type: 'open-item', templateId: 'weapon', id: 7 },
  { type: 'cells', cells: [{ id: 1, drawing: { text: 'a', color: '#12ab34ff', picture: png } }] },
])('a message of the interface is read: %j', (message) => {
  expect(readFromExtension(message)).toEqual(message);
});

test.each([
  null,
  7,
  'defined',
  {},
  { type: 'constructor' },
  { type: '__proto__' },
  { type: 'change' },
  { type: 'change', value: Number.NaN },
  { type: 'change', value: { html: '<b>' } },
  { type: 'change', value: 'x'.repeat(extensionLimits.text + 1) },
  { type: 'change', value: ['a', 1] },
  { type: 'change', value: Array.from({ length: extensionLimits.entries + 1 }, () => 1) },
  { type: 'change', value: Array.from({ length: 3 }, () => 'x'.repeat(extensionLimits.text / 2)) },
  { type: 'key', keys: 'mod+w' },
  { type: 'key', keys: ['mod+s'] },
  { type: 'change-items', items: { id: 7 } },
  { type: 'change-items', items: [{ id: '7' }] },
  { type: 'change-items', items: [{ id: 7, label: 7 }] },
  { type: 'change-items', items: [{ id: 7, values: { price: { amount: 3 } } }] },
  { type: 'change-items', items: [{ id: 7, values: Object.fromEntries(numbers(51).map((n) => [n, n])) }] },
  {
    type: 'change-items',
    items: [{ id: 7, label: 'Axe', values: Object.fromEntries(numbers(50).map((n) => [n, n])) }],
  },
  { type: 'change-items', items: numbers(extensionLimits.items + 1).map((id) => ({ id })) },
  { type: 'change-items', items: numbers(6).map((id) => ({ id, values: { text: 'x'.repeat(99_000) } })) },
  { type: 'height', height: Number.POSITIVE_INFINITY },
  { type: 'toast', text: 'x'.repeat(extensionLimits.shortText + 1) },
  { type: 'toast', text: { toString: 'x' } },
  { type: 'open-item', templateId: 'weapon', id: '7' },
  { type: 'cells', cells: 'all' },
  { type: 'cells', cells: Array.from({ length: extensionLimits.cells + 1 }, (_, id) => ({ id, drawing: {} })) },
])('another one is not: %j', (message) => {
  shows('5.parts.extensions-messages');
  expect(readFromExtension(message)).toBeUndefined();
});

test('values that many items share are counted for each, without writing all of them', () => {
  shows('5.parts.extensions-messages');
  const values = Object.fromEntries(numbers(50).map((n) => [`text_${n}`, 'x'.repeat(extensionLimits.text)]));
  const write = vi.spyOn(JSON, 'stringify');
  expect(
    readFromExtension({ type: 'change-items', items: numbers(1000).map((id) => ({ id, values })) }),
  ).toBeUndefined();
  expect(write.mock.results.map(({ type }) => type)).toEqual(['return']);
  write.mockRestore();
});

test('the script of frames passes the keys that the console accepts', () => {
  shows('5.parts.extensions-keys');
  const script = readFileSync(join(import.meta.dirname, '../../extensions/frame.js'), 'utf8');
  const [, list = ''] = /const passed = (\[[^\]]*\]);/.exec(script) ?? [];
  expect(JSON.parse(list.replaceAll("'", '"'))).toEqual([...passedKeys]);
});

test.each([
  { color: 'url(https://evil.example)' },
  { color: '#12345' },
  { text: 'x'.repeat(extensionLimits.shortText + 1) },
  { picture: 'https://evil.example/a.png' },
  { picture: 'data:image/svg+xml;base64,AAAA' },
  { picture: `${png}${'A'.repeat(extensionLimits.picture)}` },
  null,
  'red',
])('a drawing that could be more than text, a color and a small picture is none: %j', (drawing) => {
  expect(isDrawing(drawing)).toBe(false);
});
