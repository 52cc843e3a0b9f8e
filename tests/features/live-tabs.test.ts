import type { LiveMessage } from '@quartermaster/contract/endpoints/live.ts';
import { mostFollowed } from '@quartermaster/contract/rules/live.ts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { joinLiveTabs, type LiveTabs } from '../../src/app/live/live-tabs.ts';
import type { Received } from '../../src/app/live/read-stream.ts';
import { shows } from '../specification/shows.ts';
import { eventually } from '../support/eventually.ts';

/** A lock as browsers have it: held by one at a time, in the order of the requests. */
function fakeLocks(): Pick<LockManager, 'request'> {
  let last: Promise<unknown> = Promise.resolve();
  const request = (_name: string, { signal }: LockOptions, task: () => Promise<void>) => {
    const turn = last.then(() => (signal?.aborted ? undefined : task()));
    last = turn.catch(() => {});
    return turn;
  };
  return { request: request as LockManager['request'] };
}

interface Tab {
  tabs: LiveTabs;
  /** The streams that it has opened: instances, and where they go on. */
  opened: [string, number | undefined][];
  received: Received[];
  stopped: () => boolean;
}

const all: Tab[] = [];
let name = '';

beforeEach(() => {
  name = `test ${Math.random()}`;
  Object.defineProperty(navigator, 'locks', { value: fakeLocks(), configurable: true });
});
afterEach(() => {
  for (const { tabs } of all.splice(0)) tabs.stop();
  Reflect.deleteProperty(navigator, 'locks');
});

function openTab(): Tab {
  let isStopped = false;
  const tab: Omit<Tab, 'tabs'> = { opened: [], received: [], stopped: () => isStopped };
  const tabs = joinLiveTabs({
    name,
    follow: (ids, after) => tab.opened.push([ids.join(','), after]),
    stopFollowing: () => {
      isStopped = true;
    },
    onReceived: (received) => tab.received.push(received),
  });
  const opened = { ...tab, tabs };
  all.push(opened);
  return opened;
}

const at = (position: number, message: LiveMessage = { type: 'change', instance_id: 1, topic: 'menu' }): Received => ({
  message,
  position,
});
const hello = (position: number) => at(position, { type: 'hello' });

it('has one stream for all tabs, of what any of them shows', async () => {
  shows('5.live.tabs');
  const [first, second] = [openTab(), openTab()];
  first.tabs.show([1]);
  await eventually(() => expect(first.opened).toEqual([['1', undefined]]));
  first.tabs.receive(hello(5));
  second.tabs.show([2], 5);
  await eventually(() => expect(first.opened.at(-1)).toEqual(['1,2', 5]));
  first.tabs.receive(at(6));
  await eventually(() => expect(second.received).toContainEqual(at(6)));
  expect([second.opened, first.received.at(-1)]).toEqual([[], at(6)]);
});

it('goes back to where a tab is behind, and tells one that is not that the stream has begun', async () => {
  const [first, second, third] = [openTab(), openTab(), openTab()];
  first.tabs.show([1]);
  await eventually(() => expect(first.opened).toHaveLength(1));
  first.tabs.receive(hello(9));
  second.tabs.show([1], 7);
  await eventually(() => expect(first.opened.at(-1)).toEqual(['1', 7]));
  first.tabs.receive(hello(10));
  await eventually(() => expect(third.received).toContainEqual(hello(10)));
  const before = third.received.length;
  third.tabs.show([1], 10);
  await eventually(() => expect(third.received.slice(before)).toEqual([hello(10)]));
  expect(first.opened).toHaveLength(2);
});

it('tells a tab that comes what has no position, and was told since its answers', async () => {
  const said = (instance_id: number): Received => ({
    message: { type: 'change', instance_id, topic: 'comments' },
    position: undefined,
  });
  const first = openTab();
  first.tabs.show([1]);
  await eventually(() => expect(first.opened).toHaveLength(1));
  for (const received of [hello(8), said(1), at(9), said(2)]) first.tabs.receive(received);
  const second = openTab();
  second.tabs.show([1], 9);
  await eventually(() => expect(second.received).toEqual([said(2), hello(9)]));
});

it('goes on in another tab, where the first one was, once that is closed', async () => {
  const [first, second] = [openTab(), openTab()];
  first.tabs.show([1]);
  second.tabs.show([2]);
  await eventually(() => expect(first.opened.at(-1)).toEqual(['1,2', undefined]));
  first.tabs.receive(at(12));
  await eventually(() => expect(second.received).toEqual([at(12)]));
  first.tabs.stop();
  expect(first.stopped()).toBe(true);
  await eventually(() => expect(second.opened.at(-1)).toEqual([expect.stringContaining('2'), 12]), { interval: 5 });
});

it('has a stream of its own where the browser has no locks', async () => {
  Reflect.deleteProperty(navigator, 'locks');
  const tab = openTab();
  tab.tabs.show([3], 4);
  await eventually(() => expect(tab.opened).toEqual([['3', 4]]));
});

it('follows nothing for a tab that was closed, until it is opened again', async () => {
  shows('5.live.tabs');
  const [first, second] = [openTab(), openTab()];
  first.tabs.show([1]);
  await eventually(() => expect(first.opened).toEqual([['1', undefined]]));
  first.tabs.receive(hello(5));
  second.tabs.show([2], 5);
  await eventually(() => expect(first.opened.at(-1)).toEqual(['1,2', 5]));
  dispatchEvent(new Event('pagehide'));
  let next = 3;
  await eventually(() => {
    first.tabs.show([++next], 5);
    expect(first.opened.at(-1)?.[0]).toBe(String(next));
  });
  dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  await eventually(() => expect(first.opened.at(-1)?.[0]).toBe(`2,${next}`));
});

it('follows those that were opened last, if all tabs have too many', async () => {
  shows('5.live.tabs');
  const [first, second] = [openTab(), openTab()];
  const ids = Array.from({ length: mostFollowed }, (_, index) => index + 1);
  first.tabs.show(ids);
  await eventually(() => expect(first.opened).toHaveLength(1));
  first.tabs.receive(hello(5));
  second.tabs.show([99], 5);
  await eventually(() => expect(first.opened.at(-1)?.[0]).toBe([...ids.slice(0, -1), 99].join(',')));
});
