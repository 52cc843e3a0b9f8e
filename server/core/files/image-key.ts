/** Folder of a project's images. */
export const imageFolder = (projectId: number): string => `images/${projectId}`;

/**
 * Key of an image: in the project's folder, which its instances share, and named by the hash of its bytes
 * (`<sha256>.png`).
 */
export const imageKey = (projectId: number, path: string): string => `${imageFolder(projectId)}/${path}`;

const contentTypes: Record<string, string> = { png: 'image/png', jpg: 'image/jpeg' };

/** The content type of an image by its path. */
export const imageContentType = (path: string): string =>
  contentTypes[path.split('.')[1] ?? ''] ?? 'application/octet-stream';
