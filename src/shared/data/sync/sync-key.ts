import { queryKeys } from '../../http/query-keys.ts';

/** The key of a query about the syncs of an instance. */
export const syncKey = (instanceId: number, asked: string) => [...queryKeys.instance.sync(instanceId), asked] as const;
