import type { createStore } from 'jotai';
import { activeInstanceAtom } from '../../../shared/access/active-instance.ts';
import { instanceRequestAtom, wantedInstancesAtom } from '../../context/instance-request.ts';
import type { cachedBootstrap } from '../bootstrap.ts';
import { addressedInstance } from './addressed-instance.ts';
import { chooseInstance } from './choose-instance.ts';

/**
 * Activates the instance of the first page before it is rendered; later it would take a second commit. Does nothing while the user’s
 * workspaces are not loaded.
 */
export function activateFirstInstance(
  store: ReturnType<typeof createStore>,
  bootstrap: ReturnType<typeof cachedBootstrap>,
  path: string,
): void {
  if (!bootstrap || store.get(activeInstanceAtom) >= 0) return;
  const [pathname = ''] = path.split('?');
  const addressed = addressedInstance(pathname);
  const { workspaces, roles, stored } = bootstrap;
  if (addressed === null && stored === null) return;
  const preferred = [...store.get(wantedInstancesAtom), stored];
  const choice = chooseInstance({ workspaces, roles, addressed, preferred });
  // At the start, an address takes precedence over the tab's instance.
  if (addressed !== null && !store.get(instanceRequestAtom)?.isOfHost) store.set(instanceRequestAtom, null);
  if ('instanceId' in choice) store.set(activeInstanceAtom, choice.instanceId);
}
