import type { createStore } from 'jotai';
import { activeInstanceAtom } from '../../../shared/access/active-instance.ts';
import type { ConsoleProps } from '../../context/console-props.ts';
import { instanceRequestAtom } from '../../context/instance-request.ts';
import type { OnlyPages } from '../../context/only-pages.ts';
import { readTabInstance, writeTabInstance } from '../../context/tab-instance.ts';
import { addressedInstance } from './addressed-instance.ts';

/**
 * Requests the host's instance, or else the one that was last active in this tab, where each active instance is stored; returns a function
 * that requests another one of the host.
 */
export function requestFirstInstance(
  store: ReturnType<typeof createStore>,
  { activeInstanceId, apiBase, part }: Pick<ConsoleProps, 'activeInstanceId' | 'apiBase' | 'part'>,
  onlyPages: OnlyPages,
): (ofHost: number | null | undefined) => void {
  const request = (id: number | null | undefined, isOfHost: boolean) => {
    // An instance in the path of the only page takes precedence; in that of a part it is the host's.
    if (id && (part || addressedInstance(onlyPages.start() ?? '') === null))
      store.set(instanceRequestAtom, { id, isOfHost });
  };
  if (activeInstanceId === undefined) request(readTabInstance(apiBase), false);
  else request(activeInstanceId, true);
  // The console in the same tab has an instance of its own.
  if (part) return () => undefined;
  store.sub(activeInstanceAtom, () => {
    const active = store.get(activeInstanceAtom);
    if (active >= 0) writeTabInstance(apiBase, active);
  });
  return (ofHost) => request(ofHost, true);
}
