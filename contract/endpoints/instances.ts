import { can, inInstance, signedIn } from '../access.ts';
import type { instanceShapes } from '../shapes/instances.ts';
import { endpoint } from './endpoint.ts';

/** One instance of a project: selecting it, the caller's permissions in it, its API token and its images. */
export const instances = {
  /** Checks the instance itself, because 0 is not an instance: it clears the selection. */
  activate: endpoint<typeof instanceShapes.activate>({
    method: 'POST',
    path: '/instances/:instanceId/activate',
    access: signedIn,
  }),
  getPermissions: endpoint<typeof instanceShapes.getPermissions>({
    method: 'GET',
    path: '/instances/:instanceId/permissions',
    access: inInstance,
  }),
  getToken: endpoint<typeof instanceShapes.getToken>({
    method: 'GET',
    path: '/instances/:instanceId/api-token',
    access: can('EXPORT'),
  }),
  regenerateToken: endpoint<typeof instanceShapes.regenerateToken>({
    method: 'POST',
    path: '/instances/:instanceId/api-token',
    access: can('EXPORT'),
  }),
  /** Responds with the image file; its path is the hash of its bytes, so it never changes. */
  getImage: endpoint<typeof instanceShapes.getImage>({
    method: 'GET',
    path: '/instances/:instanceId/image/:imagePath',
    access: can('READ'),
    isFile: true,
  }),
};
