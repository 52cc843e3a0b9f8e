import { expect, test } from 'vitest';
import { spellingOf } from '../../src/features/items/import/spelling.ts';

test('a refused value is a spelling of an option in another case, or with one letter off', () => {
  const options = ['component', 'common', 'rare', 'epic', 'artifact'];
  expect(
    ['Epik', 'RARE', ' epic ', 'commom', 'artifacts', 'omponent'].map((text) => spellingOf(text, options)),
  ).toEqual(['epic', 'rare', 'epic', 'common', 'artifact', 'component']);
  expect(['legendary', 'ep', '', 'rara avis'].map((text) => spellingOf(text, options))).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

test('short words, and values that could be several options, are left to the person', () => {
  expect(spellingOf('Ice', ['Ivy', 'Axe'])).toBeUndefined();
  expect(spellingOf('Bold', ['Gold', 'Cold'])).toBeUndefined();
  expect(spellingOf('gold', ['Gold', 'Cold'])).toBe('Gold');
});
