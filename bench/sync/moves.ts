import { setTimeout as pause } from 'node:timers/promises';
import { type StartedSync, type Sync, sync } from '@quartermaster/contract/endpoints/sync.ts';
import type { OwnServer } from '../support/servers/own-server.ts';

/** A sync, and the time until it was applied. */
export interface Moved {
  id: number;
  milliseconds: number;
}

/** Syncs and undos, until they are applied. */
export function movesOf({ session }: OwnServer, instanceId: number, templateId = '') {
  const pathOf = (path: string, syncId = 0) =>
    path.replace(':instanceId', String(instanceId)).replace(':syncId', String(syncId));
  const applied = async (path: string, body: object): Promise<Moved> => {
    const since = performance.now();
    const { id } = await session.call<StartedSync>('POST', path, body);
    for (;;) {
      const { sync: now } = await session.call<{ sync: Sync }>('GET', pathOf(sync.get.path, id ?? 0));
      if (now.state === 'failed') throw new Error(now.error ?? 'The sync failed.');
      if (now.state === 'applied') return { id: now.id, milliseconds: performance.now() - since };
      await pause(100);
    }
  };
  return {
    // Only of the long list, as other templates are saved meanwhile.
    sync: () =>
      applied(pathOf(sync.some.path), {
        changes: [{ template_id: templateId, is_update_template: false, items: [], all_items: true }],
      }),
    some: (body: object) => applied(pathOf(sync.some.path), body),
    undo: (syncId: number) => applied(pathOf(sync.undo.path, syncId), {}),
  };
}
