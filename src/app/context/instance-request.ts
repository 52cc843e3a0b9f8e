import { atom } from 'jotai';
import { hostInstanceAtom } from '../../shared/access/active-instance.ts';

/** A request for an instance: of the host, or of the tab, which had it before a reload. */
interface InstanceRequest {
  id: number;
  isOfHost: boolean;
}

/** The request that the console has not followed yet; `null` if there is none. */
export const instanceRequestAtom = atom<InstanceRequest | null>(null);

/** The instances that are wanted more than the account's, best first; `null` for none. */
export const wantedInstancesAtom = atom((get) => [get(instanceRequestAtom)?.id ?? null, get(hostInstanceAtom)]);
