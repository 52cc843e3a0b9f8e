/** Invalid arguments of the command, or a folder that it cannot work with. */
export class ContentUsageError extends Error {}
