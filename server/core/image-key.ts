/** Where the file of an image lies: by project, whose instances share it, and named by the hash of its bytes (`<sha256>.png`). */
export const imageKey = (projectId: number, path: string): string => `images/${projectId}/${path}`;
