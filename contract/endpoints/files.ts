import { anyone } from '../access.ts';
import type { fileShapes } from '../shapes/files.ts';
import { endpoint } from './endpoint.ts';

/** Stored files behind signed addresses, where the file store is the server's own data folder. */
export const files = {
  /** Answers the file itself to whoever holds the address, until it expires. Needs no credentials and looks at none. */
  download: endpoint<typeof fileShapes.download>({
    method: 'GET',
    path: '/files/:fileName',
    access: anyone,
    isFile: true,
  }),
};
