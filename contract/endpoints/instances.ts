import { can, inInstance, signedIn } from '../access.ts';
import type { instanceShapes } from '../shapes/instances.ts';
import { endpoint } from './endpoint.ts';

/** One instance of a project: choosing it, what one may do in it, its API token and its images. */
export const instances = {
  /** Checks the instance itself, because 0 is no instance and clears the choice. */
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
  /** Answers the image file itself; its path is the hash of its bytes, so it never changes. */
  getImage: endpoint<typeof instanceShapes.getImage>({
    method: 'GET',
    path: '/instances/:instanceId/image/:imagePath',
    access: can('READ'),
    isFile: true,
  }),
};
