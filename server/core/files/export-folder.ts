/** Folder of an instance's exported files, with one subfolder per report. */
export const exportFolder = (instanceId: number): string => `exports/${instanceId}`;
