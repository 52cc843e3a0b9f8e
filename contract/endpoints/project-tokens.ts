import type { Static } from 'typebox';
import { can } from '../access.ts';
import type * as shapes from '../shapes/project-tokens.ts';
import { endpoint, type Input } from './endpoint.ts';

export type ProjectToken = Static<typeof shapes.ProjectToken>;
export type NewProjectToken = Input<typeof projectTokens.create>['body'];

/**
 * Tokens with which pipelines and assistants call the API: `Authorization: Bearer qm_…`. The scopes are the outer limit of a call, the
 * current permissions of whoever made the token the inner one. No token writes to Prod, or changes members, billing or tokens.
 */
export const projectTokens = {
  /** The tokens that open an instance, without their secrets. */
  list: endpoint<typeof shapes.projectTokenShapes.list>({
    method: 'GET',
    path: '/instances/:instanceId/tokens',
    access: can('EXPORT'),
    latest: true,
  }),
  /**
   * Creates a token and returns its secret, once. The caller needs the same access in each instance that the token
   * opens.
   */
  create: endpoint<typeof shapes.projectTokenShapes.create>({
    method: 'POST',
    path: '/instances/:instanceId/tokens',
    access: can('EXPORT', { fresh: true }),
  }),
  /** Revokes a token immediately, in all instances. */
  revoke: endpoint<typeof shapes.projectTokenShapes.revoke>({
    method: 'DELETE',
    path: '/instances/:instanceId/tokens/:tokenId',
    access: can('EXPORT', { evenCanceled: true }),
  }),
};
