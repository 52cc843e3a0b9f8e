import type { Static } from 'typebox';
import { can, hasRole } from '../access.ts';
import type * as shapes from '../shapes/builds.ts';
import { endpoint } from './endpoint.ts';

export type Build = Static<typeof shapes.Build>;
export type BuildChange = Static<typeof shapes.BuildChange>;
export type Channel = Static<typeof shapes.Channel>;
export type SigningKey = Static<typeof shapes.SigningKey>;

/** Builds of an instance: what its completed exports have made. Exports from before there were builds are none. */
export const builds = {
  /** The builds of an instance, newest first. */
  list: endpoint<typeof shapes.buildShapes.list>({
    method: 'GET',
    path: '/instances/:instanceId/builds',
    access: can('EXPORT'),
  }),
  /**
   * The items in which a build differs from another one. A call compares a limited number of bytes: a page can have fewer items
   * than were requested, or none, and still have a next one.
   */
  listChanges: endpoint<typeof shapes.buildShapes.listChanges>({
    method: 'GET',
    path: '/instances/:instanceId/builds/:buildId/changes',
    access: can('EXPORT'),
  }),
  /** The change of one item between two builds. */
  getChange: endpoint<typeof shapes.buildShapes.getChange>({
    method: 'GET',
    path: '/instances/:instanceId/builds/:buildId/changes/item',
    access: can('EXPORT'),
  }),
  /** Gives a build a name or removes it. Builds with a name are kept; several may have the same. */
  rename: endpoint<typeof shapes.buildShapes.rename>({
    method: 'POST',
    path: '/instances/:instanceId/builds/:buildId/name',
    access: can('EXPORT'),
  }),
};

/** The channels of an instance: names by which games request a build. */
export const channels = {
  /** The channels of an instance; empty before the first build. */
  list: endpoint<typeof shapes.channelShapes.list>({
    method: 'GET',
    path: '/instances/:instanceId/channels',
    access: can('EXPORT'),
  }),
  /** Creates a channel. Every instance has `live`; another one points at a build from the start. */
  create: endpoint<typeof shapes.channelShapes.create>({
    method: 'POST',
    path: '/instances/:instanceId/channels',
    access: can('EXPORT', { feature: 'channels' }),
  }),
  /** Points a channel at a build, forward or back; `live` then no longer follows exports. Only `live` is in every plan. */
  setBuild: endpoint<typeof shapes.channelShapes.setBuild>({
    method: 'POST',
    path: '/instances/:instanceId/channels/:channel/build',
    access: can('EXPORT'),
  }),
  /** Points `live` at the last completed export, and at each later one. */
  follow: endpoint<typeof shapes.channelShapes.follow>({
    method: 'POST',
    path: '/instances/:instanceId/channels/live/follow',
    access: can('EXPORT'),
  }),
  /** Deletes a channel. Games that request it get 404 from then on. */
  delete: endpoint<typeof shapes.channelShapes.delete>({
    method: 'DELETE',
    path: '/instances/:instanceId/channels/:channel',
    access: can('EXPORT'),
  }),
  /** Sets whether builds and channels of an instance are read without a token. */
  setReading: endpoint<typeof shapes.channelShapes.setReading>({
    method: 'POST',
    path: '/instances/:instanceId/build-reading',
    access: can('EXPORT'),
  }),
};

/** The access to a channel other than `live`, as its plan limits it. */
export const ownChannel = { access: channels.create.access };

/** The keys with which the builds of a project are signed. Private keys never leave the server. */
export const signingKeys = {
  /** The public keys of the instance's project; the first one is made with the first build, or when a new key is made. */
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
