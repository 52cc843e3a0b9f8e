/** The page of what can be synced. */
export const syncPath = '/instance-sync';

/** The page of what was synced, and that of one sync. */
export const historyPath = `${syncPath}/history`;
export const historyEntryPath = (syncId: number): string => `${historyPath}/${syncId}`;

/** The page of a review; it is sent to others, who may work in another instance. */
export const reviewPath = (reviewId: number, instanceId: number): string =>
  `${syncPath}/reviews/${reviewId}?instance=${instanceId}`;
