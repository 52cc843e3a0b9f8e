import { atom } from 'jotai';
import { hostInstanceAtom } from '../../shared/access/active-instance.ts';

/** A requested instance: by the host, or by the tab, which showed it before a reload. */
interface InstanceRequest {
  id: number;
  isOfHost: boolean;
}

/** The request that the console has not fulfilled yet; `null` if there is none. */
export const instanceRequestAtom = atom<InstanceRequest | null>(null);

/** The instances that take precedence over the account's, best first; `null` for none. */
export const wantedInstancesAtom = atom((get) => [get(instanceRequestAtom)?.id ?? null, get(hostInstanceAtom)]);
