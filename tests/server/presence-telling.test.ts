import { type Grants, permissions } from '@quartermaster/contract/access.ts';
import type { Spot } from '@quartermaster/contract/presence-spots.ts';
import { expect, it, vi } from 'vitest';
import type { InstanceCaller } from '../../server/core/session/access.ts';
import { createPresenceStore } from '../../server/modules/live/presence-store.ts';
import { tellPresence } from '../../server/modules/live/presence-telling.ts';
import { createReader, type Reader } from '../../server/modules/live/reader.ts';

const instance = 7;
const at: Spot = { kind: 'list', template_id: 'thing' };

/** A reader of the instance whose account has this id. */
function readerOf(accountId: number): Reader {
  const session = { accountId, issuedAt: 0 };
  const reader = createReader({ session, instanceIds: [instance], after: undefined } as never, `s.${accountId}`);
  const grants: Grants = {
    workspaceRole: 'member',
    permissionIds: [permissions.READ.id],
    env: 'Dev',
    plan: 'teams',
    isCanceled: false,
    isShortOfSeats: false,
    isBeyondPlan: false,
  };
  reader.callers.set(instance, { grants } as InstanceCaller);
  return reader;
}

it('reads once who is at a spot, and tells each who is there of all others who are shown', async () => {
  const store = createPresenceStore(() => 0);
  const readers = [1, 2, 3, 4].map(readerOf);
  for (const { session, name: stream } of readers)
    store.put({ account: session.accountId, console: 'c', stream, turn: 1, instance, at });
  const read = vi.spyOn(store, 'at');
  const query = () => Promise.resolve([1, 2, 3].map((id) => ({ id, name: `Ann ${id}` })));
  await tellPresence(
    { query: query as never, store, readers: new Set(readers), byName: new Map(readers.map((one) => [one.name, one])) },
    async (concerned, tellOne) => concerned.forEach(tellOne),
  );
  expect(read).toHaveBeenCalledTimes(1);
  const told = readers.map(({ stream }) => JSON.parse(String(stream.read()).replace('data: ', '')));
  expect(told.map(({ people }) => people.map(({ id }: { id: number }) => id))).toEqual([
    [2, 3],
    [1, 3],
    [1, 2],
    [1, 2, 3],
  ]);
  expect(told.map(({ count }) => count)).toEqual([2, 2, 2, 3]);
});
