import type { Static } from 'typebox';
import type * as shapes from '../../shapes/people/scim.ts';
import { endpoint } from '../endpoint.ts';
import { ofOwner, ofOwnerAlways } from './of-owner.ts';

type Shapes = typeof shapes.scimShapes;
export type ScimToken = Static<typeof shapes.ScimToken>;
export type ScimGroup = Static<typeof shapes.ScimGroup>;

/** The directory of a company that keeps people of a workspace up to date by SCIM (docs/company-sign-in.md). */
export const scim = {
  /** The address for the directory, its tokens, and the groups that it has sent. */
  get: endpoint<Shapes['get']>({ method: 'GET', path: '/workspaces/:workspaceId/scim', access: ofOwner }),
  /** Makes a token for the directory. Only the answer has it. */
  createToken: endpoint<Shapes['createToken']>({
    method: 'POST',
    path: '/workspaces/:workspaceId/scim/tokens',
    access: { ...ofOwner, fresh: true },
  }),
  /** Revokes a token, at once. */
  revokeToken: endpoint<Shapes['revokeToken']>({
    method: 'DELETE',
    path: '/workspaces/:workspaceId/scim/tokens/:tokenId',
    access: ofOwnerAlways,
  }),
  /** The role that a group gives, or none. Its members get it at once; owners stay owners. */
  setGroupRole: endpoint<Shapes['setGroupRole']>({
    method: 'POST',
    path: '/workspaces/:workspaceId/scim/groups/:groupId',
    access: ofOwner,
  }),
};
