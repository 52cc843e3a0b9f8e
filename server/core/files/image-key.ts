/** Where the images of a project lie. */
export const imageFolder = (projectId: number): string => `images/${projectId}`;

/** Where the file of an image lies: by project, whose instances share it, and named by the hash of its bytes (`<sha256>.png`). */
export const imageKey = (projectId: number, path: string): string => `${imageFolder(projectId)}/${path}`;
