import { expect, test } from 'vitest';
import { createKeyedTurns, createTurns } from '../../server/core/base/turns.ts';

const message = 'Too many. Wait a moment.';

/** Work that ends on demand, and the keys of started work, in order. */
function held() {
  const begun: string[] = [];
  const ends = new Map<string, PromiseWithResolvers<string>>();
  const endOf = (key: string) => ends.get(key) ?? ends.set(key, Promise.withResolvers()).get(key);
  const work = (key: string) => async () => {
    begun.push(key);
    return endOf(key)?.promise;
  };
  const end = (...keys: string[]) => {
    for (const key of keys) endOf(key)?.resolve(key);
  };
  return { begun, work, end };
}

test('work runs in the order of the calls up to the concurrency, and is refused beyond the queue’s length', async () => {
  const { begun, work, end } = held();
  const turns = createTurns({ atOnce: 2, waiting: 1, message });
  const [first, second, third] = ['a', 'b', 'c'].map((key) => turns(work(key)));
  await expect(turns(work('d'))).rejects.toMatchObject({ status: 503, message, retryAfter: 2 });
  expect(begun).toEqual(['a', 'b']);
  end('a');
  expect(await first).toBe('a');
  await expect.poll(() => begun).toEqual(['a', 'b', 'c']);
  end('b', 'c');
  expect(await Promise.all([second, third])).toEqual(['b', 'c']);
});

test('each key has turns of its own, as many as one has', async () => {
  const { begun, work, end } = held();
  const turns = createKeyedTurns({ atOnce: 2, waiting: 1, message });
  const ofOne = ['a', 'b', 'c'].map((key) => turns(1, work(key)));
  await expect(turns(1, work('d'))).rejects.toMatchObject({ status: 503, message });
  const other = turns(2, work('e'));
  await expect.poll(() => begun).toEqual(['a', 'b', 'e']);
  end('a', 'b', 'c', 'e');
  expect(await Promise.all([...ofOne, other])).toEqual(['a', 'b', 'c', 'e']);
});

test('a key has its share of running and waiting work, and regains it when its work ends or fails', async () => {
  const { work, end } = held();
  const turns = createTurns({ atOnce: 1, waiting: 10, ofOne: 2, message });
  const first = turns(work('a'), { key: 1 });
  const failing = turns(() => Promise.reject(new Error('no')), { key: 1 });
  await expect(turns(work('c'), { key: 1 })).rejects.toMatchObject({ status: 429, message, retryAfter: 2 });
  const other = turns(work('d'), { key: 2 });
  end('a', 'd', 'e');
  await first;
  await expect(failing).rejects.toThrow('no');
  expect(await other).toBe('d');
  expect(await turns(work('e'), { key: 1 })).toBe('e');
});

test('abandoned work is dropped before its turn', async () => {
  const { begun, work, end } = held();
  const turns = createTurns({ atOnce: 1, waiting: 10, message });
  const aborted = new AbortController();
  const first = turns(work('a'));
  const dropped = turns(work('b'), { signal: aborted.signal });
  const third = turns(work('c'));
  aborted.abort();
  await expect(dropped).rejects.toMatchObject({ status: 503 });
  end('a', 'c');
  await first;
  expect(await third).toBe('c');
  expect(begun).toEqual(['a', 'c']);
});
