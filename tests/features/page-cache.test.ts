import { QueryObserver } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { ConsoleQueries, PageCache } from '../../src/app/context/page-cache.ts';
import { endQueries } from '../../src/app/query-client.ts';
import { shows } from '../specification/shows.ts';
import { eventually } from '../support/eventually.ts';

const key = ['instance', 1, 'items', 'get'];

/** Two consoles of a page, with the failures that each is told of. */
function openPage() {
  const cache = new PageCache();
  const join = () => {
    const queries = new ConsoleQueries(cache, { defaultOptions: { queries: { retry: false } } });
    const failures: boolean[] = [];
    cache.join(queries, (_error, _query, isFirst) => failures.push(isFirst));
    const show = (queryFn: () => Promise<unknown>) =>
      new QueryObserver(queries, { queryKey: key, queryFn }).subscribe(() => undefined);
    return { queries, failures, show };
  };
  return { cache, one: join(), other: join() };
}

test('a failure is reported to the consoles that show it, or else to those that asked for it, and named by one', async () => {
  shows('5.parts.shared');
  const { one, other } = openPage();
  const fail = () => Promise.reject(new Error('no'));
  await other.queries.prefetchQuery({ queryKey: key, queryFn: fail });
  expect([one.failures, other.failures]).toEqual([[], [true]]);
  const hide = one.show(fail);
  await eventually(() => expect(one.failures).toEqual([true]));
  expect(other.failures).toEqual([true]);
  const hideOther = other.show(fail);
  await eventually(() => expect(other.failures).toEqual([true, false]));
  expect(one.failures).toEqual([true, true]);
  hide();
  hideOther();
  await Promise.all([endQueries(one.queries), endQueries(other.queries)]);
});

test('a console that leaves takes what only it has used, and its functions, along', async () => {
  shows('5.parts.shared');
  const { cache, one, other } = openPage();
  const ofOther = vi.fn(async () => 'other');
  const hideOther = other.show(ofOther);
  await eventually(() => expect(cache.client.getQueryData(key)).toBe('other'));
  const ofOne = vi.fn(async () => 'one');
  const hide = one.show(ofOne);
  one.queries.setQueryData(['only', 'one'], 1);
  hide();
  await endQueries(one.queries);
  expect(cache.getAll().map(({ queryKey }) => queryKey)).toEqual([key]);
  ofOther.mockClear();
  ofOne.mockClear();
  await cache.client.invalidateQueries();
  expect([ofOne, ofOther].map(({ mock }) => mock.calls.length)).toEqual([0, 1]);
  expect(cache.getAll()[0]?.options.queryFn).toBe(ofOther);
  hideOther();
  await endQueries(other.queries);
  expect(cache.getAll()).toEqual([]);
});

test('what another console shows is loaded again instead of removed', async () => {
  shows('5.parts.shared');
  const { cache, one, other } = openPage();
  let stored = 'before';
  const hide = other.show(async () => stored);
  await eventually(() => expect(cache.client.getQueryData(key)).toBe('before'));
  one.queries.setQueryData(['only', 'one'], 1);
  const [query] = cache.getAll();
  stored = 'after';
  one.queries.removeQueries();
  expect(cache.getAll()).toEqual([query]);
  await eventually(() => expect(query?.state.data).toBe('after'));
  hide();
  await Promise.all([endQueries(one.queries), endQueries(other.queries)]);
});
