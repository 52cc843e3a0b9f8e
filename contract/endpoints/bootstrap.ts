import { can, signedIn } from '../access.ts';
import type * as shapes from '../shapes/bootstrap.ts';
import { endpoint } from './endpoint.ts';

/** The data of a signed-in user's first page, in two calls instead of five; a browser sends six at a time. */
export const bootstrap = {
  /** The settings of the account, its roles and its workspaces, in one response. */
  ofAccount: endpoint<typeof shapes.bootstrapShapes.ofAccount>({
    method: 'GET',
    path: '/accounts/bootstrap',
    access: signedIn,
  }),
  /** The permissions of the caller in an instance, and its menu, in one response. */
  ofInstance: endpoint<typeof shapes.bootstrapShapes.ofInstance>({
    method: 'GET',
    path: '/instances/:instanceId/bootstrap',
    access: can('READ'),
  }),
};
