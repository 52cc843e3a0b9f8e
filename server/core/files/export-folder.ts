/** Folder of an instance's exported files, with one subfolder per report. */
export const exportFolder = (instanceId: number): string => `exports/${instanceId}`;

/** Folder of the files that the builds of an instance share; no report has it. */
export const sharedFolder = (instanceId: number): string => `${exportFolder(instanceId)}/files`;
