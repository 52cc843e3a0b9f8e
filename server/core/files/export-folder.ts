/** Where the exported files of an instance lie, one folder a report in it. */
export const exportFolder = (instanceId: number): string => `exports/${instanceId}`;
