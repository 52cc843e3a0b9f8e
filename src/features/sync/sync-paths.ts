/** The page of what can be synced. */
export const syncPath = '/instance-sync';

/** The page of what was synced. */
export const historyPath = `${syncPath}/history`;

/** The page of a sync out of an instance or into it; the address is also of use to others, who may work in another one. */
export const historyEntryPath = (syncId: number, instanceId: number): string =>
  `${historyPath}/${syncId}?instance=${instanceId}`;

/** The page of a review, whose address is sent to others. */
export const reviewPath = (reviewId: number, instanceId: number): string =>
  `${syncPath}/reviews/${reviewId}?instance=${instanceId}`;
