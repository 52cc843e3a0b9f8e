import { deliver, deliverBuilds } from '../access.ts';
import type { deliveryShapes } from '../shapes/delivery.ts';
import { endpoint } from './endpoint.ts';

/**
 * Calls that a game or its build server makes with the API token: the files of the last completed export, and images; and
 * builds with their files.
 */
export const delivery = {
  /** The manifest of the last completed export: its files and images. */
  manifest: endpoint<typeof deliveryShapes.manifest>({
    method: 'GET',
    path: '/delivery/:instanceId/manifest.json',
    access: deliver,
    isFile: true,
  }),
  /** A file of the last completed export. */
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
  /** The signed manifest of a build, which never changes. */
  build: endpoint<typeof deliveryShapes.build>({
    method: 'GET',
    path: '/delivery/:instanceId/builds/:buildId/manifest.json',
    access: deliverBuilds,
    isFile: true,
  }),
  /** The signed manifest of the build that a channel points at: the last one that fits the version of the game, if it is named. */
  channel: endpoint<typeof deliveryShapes.channel>({
    method: 'GET',
    path: '/delivery/:instanceId/channels/:channel/manifest.json',
    access: deliverBuilds,
    isFile: true,
  }),
  /** A file of a build, or an image, by the hash of its content: it never changes. */
  content: endpoint<typeof deliveryShapes.content>({
    method: 'GET',
    path: '/delivery/:instanceId/files/:sha256',
    access: deliverBuilds,
    isFile: true,
  }),
};
