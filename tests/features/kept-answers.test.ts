import { beforeEach, expect, test } from 'vitest';
import { storeDraft } from '../../src/shared/drafts/stored-drafts.ts';
import { openDeviceAnswers } from '../../src/shared/stored-answers/device-answers.ts';
import type { KeptAnswer, KeptAnswers } from '../../src/shared/stored-answers/stored-answers.ts';

const keyOf = (letter: string) => btoa(letter.repeat(32));
const open = (key: string | undefined = keyOf('a'), build = 'one') => openDeviceAnswers({ key, build });
const answer = (part: string, data: unknown, at = Date.now()): KeptAnswer => ({ queryKey: ['test', part], data, at });
const roles = answer('roles', { workspaces: [7] });
const list = answer('list', { rows: [{ id: 1, label: 'Secret sword' }] });
const labels = answer('labels', new Map([[1, { label: 'Secret shield' }]]));
const path = '/instance/1/templates/sword/items';
const write = (answers: KeptAnswers, at = path, page = [list, labels]) => answers.write(at, { page, shared: [roles] });
const stored = () => Object.keys(localStorage).filter((key) => key.startsWith('quartermaster:answers:'));

beforeEach(() => localStorage.clear());

test('a page gets its own answers back, and those of all pages', async () => {
  await write(open());
  expect(await open().read(path)).toEqual([roles, list, labels]);
  expect(await open().read('/another')).toEqual([roles]);
  const answers = open();
  answers.drop(path);
  expect(await open().read(path)).toEqual([roles]);
  await write(answers);
  expect(await open().read(path)).toEqual([roles, list, labels]);
});

test('the device does not show what is kept', async () => {
  await write(open());
  expect(stored()).toHaveLength(2);
  const all = JSON.stringify({ ...localStorage });
  for (const text of ['Secret', 'sword"', 'rows', btoa('Secret')]) expect(all).not.toContain(text);
});

test.each([
  ['another key, as after a sign-in or a changed role', () => open(keyOf('b'))],
  ['another build', () => open(keyOf('a'), 'two')],
])('%s: nothing is given back, and all is removed', async (_, openOther) => {
  await write(open());
  await write(open(), '/another');
  expect(await openOther().read(path)).toEqual([]);
  expect(stored()).toEqual([]);
});

test('without a key, which is without a session, all is removed at once, and nothing is kept', async () => {
  await write(open());
  const none = openDeviceAnswers({ key: undefined, build: 'one' });
  expect(stored()).toEqual([]);
  await write(none);
  expect(stored()).toEqual([]);
});

test('an answer of one page is not accepted for another one', async () => {
  const answers = open();
  await write(answers);
  const [shared = '', own = ''] = stored().toSorted().toReversed();
  localStorage.setItem(own, localStorage.getItem(shared) ?? '');
  expect(await open().read(path)).toEqual([]);
});

test('erased answers are gone, and later ones are kept; after the end of the session none are', async () => {
  const answers = open();
  await write(answers);
  answers.erase();
  expect(stored()).toEqual([]);
  await write(answers);
  expect(await open().read(path)).toHaveLength(3);
  const writing = write(answers, '/another');
  answers.close();
  await writing;
  expect(stored()).toEqual([]);
  await write(answers);
  expect(stored()).toEqual([]);
  expect(await answers.read(path)).toEqual([]);
});

test('answers of more than a week ago are not shown', async () => {
  await write(open());
  for (const key of stored()) {
    const [, ...sealed] = (localStorage.getItem(key) ?? '').split(' ');
    localStorage.setItem(key, [Date.now() - 7 * 24 * 60 * 60 * 1000 - 1, ...sealed].join(' '));
  }
  expect(await open().read(path)).toEqual([]);
});

test('at most five megabytes are kept, the latest ones, and no page of more than half a megabyte', async () => {
  const answers = open();
  const page = (size: number) => [answer('list', 'x'.repeat(size))];
  const size = 240_000;
  for (let number = 0; number < 14; number += 1) {
    await write(answers, `/${number}`, page(size));
    for (const key of stored().filter((name) => name.endsWith(`:/${number}`))) {
      const [, ...sealed] = (localStorage.getItem(key) ?? '').split(' ');
      localStorage.setItem(key, [number, ...sealed].join(' '));
    }
  }
  const sum = stored().reduce((all, key) => all + (localStorage.getItem(key) ?? '').length, 0);
  expect(sum * 2).toBeLessThanOrEqual(5_000_000);
  expect(stored().some((key) => key.endsWith(':/13'))).toBe(true);
  expect(stored().some((key) => key.endsWith(':/0'))).toBe(false);
  await write(answers, '/13', page(300_000));
  expect(stored().some((key) => key.endsWith(':/13'))).toBe(false);
});

test('unsaved input comes first: what is kept makes room for a draft', async () => {
  const answers = open();
  for (let number = 0; number < 10; number += 1)
    await write(answers, `/${number}`, [answer('list', 'x'.repeat(230_000))]);
  expect(stored().length).toBeGreaterThan(5);
  expect(await storeDraft('sword#1', { at: Date.now(), value: 'y'.repeat(4_000_000) })).toBe(true);
  expect(stored()).toEqual([]);
});
