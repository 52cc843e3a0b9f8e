// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { playConsole } from './console-double.ts';

test('a click sets the number of stars, and the same star removes them', async () => {
  const root = document.createElement('div');
  const played = await playConsole(root, () => import('./extension.ts'), { value: 2 });
  const [, , third] = root.querySelectorAll('button');
  third?.click();
  expect(played.changes).toEqual([3]);
  third?.click();
  expect(played.changes).toEqual([3, null]);
  played.tell({ value: 9 });
  expect(root.querySelector('[aria-pressed="true"]')?.getAttribute('aria-label')).toBe('Rarity: 5');
  expect(played.extension.cell?.(4, { name: '', label: '', type: 'integer', isRequired: false })).toEqual({
    text: '★★★★',
  });
});
