import { anyone } from '../access.ts';
import type { fileShapes } from '../shapes/files.ts';
import { endpoint } from './endpoint.ts';

/** Stored files behind signed URLs, if the file store is the server's own data folder. */
export const files = {
  /** Responds with the file if the URL's signature is valid and has not expired. Ignores all credentials. */
  download: endpoint<typeof fileShapes.download>({
    method: 'GET',
    path: '/files/:fileName',
    access: anyone,
    isFile: true,
  }),
};
