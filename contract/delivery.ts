import { tokenHolder } from './access.ts';
import { endpoint } from './endpoint.ts';
import type { deliveryShapes } from './shapes/delivery.ts';

/** What a game or its build server reads with the API token: the files of the last completed export. */
export const delivery = {
  manifest: endpoint<typeof deliveryShapes.manifest>({
    method: 'GET',
    path: '/delivery/:instanceId/manifest.json',
    access: tokenHolder,
  }),
  file: endpoint<typeof deliveryShapes.file>({
    method: 'GET',
    path: '/delivery/:instanceId/:file',
    access: tokenHolder,
  }),
};
