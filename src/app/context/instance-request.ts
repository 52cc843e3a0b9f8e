import { atom } from 'jotai';

/** A request for an instance: of the host, or of the tab, which had it before a reload. */
interface InstanceRequest {
  id: number;
  isOfHost: boolean;
}

/** The request that the console has not followed yet; `null` if there is none. */
export const instanceRequestAtom = atom<InstanceRequest | null>(null);
