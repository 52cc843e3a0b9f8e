import { expect, test } from 'vitest';
import { splitDifference } from '../../src/shared/item-diff/split-difference.ts';

const marked = (before: string, after: string) => {
  const textOf = (parts: ReturnType<typeof splitDifference>['before']) =>
    parts.map(({ text, isOwn }) => (isOwn ? `[${text}]` : text)).join('');
  const split = splitDifference(before, after);
  return [textOf(split.before), textOf(split.after)];
};

test('of two texts, each part is marked that the other one lacks', () => {
  expect(marked('axe_blade.png', 'axe_sword.png')).toEqual(['axe_[blade].png', 'axe_[sword].png']);
  expect(marked('A blade, and a blade', 'A sword, and a sword')).toEqual([
    'A [blade], and a [blade]',
    'A [sword], and a [sword]',
  ]);
  expect(marked('Iron', 'Irn')).toEqual(['Ir[o]n', 'Irn']);
  expect(marked('Old', '')).toEqual(['[Old]', '']);
  expect(marked('🗡 one', '🛡 one')).toEqual(['[🗡] one', '[🛡] one']);
  // A vowel sign stays with its letter, and so do the parts of a joined emoji.
  expect(marked('किताब', 'कीताब')).toEqual(['[कि]ताब', '[की]ताब']);
  expect(marked('👩‍🚀 one', '👩‍🎨 one')).toEqual(['[👩‍🚀] one', '[👩‍🎨] one']);
  const long = 'word '.repeat(300);
  expect(marked(`${long}end`, `${long}start`)).toEqual([`${long}[end]`, `${long}[start]`]);
});
