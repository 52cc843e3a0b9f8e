import type { Static } from 'typebox';
import { can, hasRole } from '../access.ts';
import type * as shapes from '../shapes/builds.ts';
import { endpoint } from './endpoint.ts';

export type Build = Static<typeof shapes.Build>;
export type SigningKey = Static<typeof shapes.SigningKey>;

/** Builds of an instance: what its completed exports have made. Exports from before there were builds are none. */
export const builds = {
  /** Newest first. */
  list: endpoint<typeof shapes.buildShapes.list>({
    method: 'GET',
    path: '/instances/:instanceId/builds',
    access: can('EXPORT'),
  }),
  /** Names a build, which is kept until it loses its name, or takes its name away. Several may have the same. */
  rename: endpoint<typeof shapes.buildShapes.rename>({
    method: 'POST',
    path: '/instances/:instanceId/builds/:buildId/name',
    access: can('EXPORT'),
  }),
};

/** The keys with which the builds of a project are signed. Private keys never leave the server. */
export const signingKeys = {
  /** The public keys of the instance's project; the first one is made when it is needed. */
  list: endpoint<typeof shapes.signingKeyShapes.list>({
    method: 'GET',
    path: '/instances/:instanceId/signing-keys',
    access: can('EXPORT'),
  }),
  /** Makes a new key for all instances of the project. Earlier ones stay listed, so that earlier builds can be verified. */
  rotate: endpoint<typeof shapes.signingKeyShapes.rotate>({
    method: 'POST',
    path: '/projects/:projectId/signing-keys',
    access: hasRole('project', 'owner', 'admin'),
  }),
};
