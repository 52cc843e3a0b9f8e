import { deliver } from '../access.ts';
import type { deliveryShapes } from '../shapes/delivery.ts';
import { endpoint } from './endpoint.ts';

/** Calls that a game or its build server makes with the API token: the files of the last completed export, and images. */
export const delivery = {
  manifest: endpoint<typeof deliveryShapes.manifest>({
    method: 'GET',
    path: '/delivery/:instanceId/manifest.json',
    access: deliver,
    isFile: true,
  }),
  file: endpoint<typeof deliveryShapes.file>({
    method: 'GET',
    path: '/delivery/:instanceId/:file',
    access: deliver,
    isFile: true,
  }),
  /** Responds with an image of the instance; the manifest lists the images of the export. */
  image: endpoint<typeof deliveryShapes.image>({
    method: 'GET',
    path: '/delivery/:instanceId/images/:imagePath',
    access: deliver,
    isFile: true,
  }),
};
