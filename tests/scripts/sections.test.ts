import { expect, test } from 'vitest';
import { createSections } from '../../scripts/testing/sections.mjs';

test('sections are printed one after another: the first one live, a later one when the earlier ones have ended', () => {
  let printed = '';
  const open = createSections((text: string) => {
    printed += text;
  });
  const [first, second, third] = [open('First'), open('Second'), open('Third')];
  first.write('a\n');
  expect(printed).toBe('\nFirst\na\n');
  second.write('b\n');
  third.write('c\n');
  third.end();
  first.write('a\n');
  expect(printed).toBe('\nFirst\na\na\n');
  first.end();
  expect(printed).toBe('\nFirst\na\na\n\nSecond\nb\n');
  second.write('b\n');
  second.end();
  expect(printed).toBe('\nFirst\na\na\n\nSecond\nb\nb\n\nThird\nc\n');
});
