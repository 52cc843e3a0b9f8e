import {
  contentLimitsText,
  tooManyFieldsSentence,
  tooManyNodesSentence,
} from '@quartermaster/contract/content/content-limits.ts';
import { imageTooLarge } from '@quartermaster/contract/content/image-limits.ts';
import { expect, it } from 'vitest';

it('messages name the limit that was exceeded, and by what', () => {
  expect(tooManyFieldsSentence(2001)).toBe(
    'A template can have at most 2,000 fields, and this one would have 2,001. Remove some, or make two templates of it.',
  );
  expect(tooManyNodesSentence(2001)).toBe(
    'A menu can have at most 2,000 groups and links, and this one would have 2,001. Remove some.',
  );
  expect(imageTooLarge).toBe('Please upload an image of at most 16,384 pixels a side and 64 megapixels');
});

it.each([
  '2,000 fields',
  '2,000 groups and links',
  '10,000 rows',
  '200,000 cells',
  ', 2 MiB of values and texts of 262,144 characters',
  '20,000 fields',
  'a batch 1,000 items, or as many records with 150,000 values',
  'a body with items 8 MiB',
  'one with a template 4 MiB',
  '150,000 objects and lists, 200 deep in each other',
  'up to 1,000 of them with at most 4 MiB',
])('the documentation states: %s', (limit) => {
  expect(contentLimitsText).toContain(limit);
});
