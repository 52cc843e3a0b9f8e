import { expect, test } from 'vitest';
import { initialsOf } from '../../src/shared/ui/person-mark.tsx';

test('a person is marked by the first letters of the first and the last name', () => {
  expect(['Olivia Owner', ' anna maria  berg ', 'Mia', 'élodie ß', '𝒜da 🙂', ''].map(initialsOf)).toEqual([
    'OO',
    'AB',
    'M',
    'ÉSS',
    '𝒜🙂',
    '',
  ]);
});
