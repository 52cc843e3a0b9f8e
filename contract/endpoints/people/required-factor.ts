import type * as shapes from '../../shapes/people/required-factor.ts';
import { endpoint } from '../endpoint.ts';
import { ofOwner, ofOwnerAlways } from './of-owner.ts';

type Shapes = typeof shapes.requiredFactorShapes;

/** The second factor that a workspace requires of its members. */
export const requiredFactor = {
  /** Whether one is required, within how many days, and how many members have none. */
  get: endpoint<Shapes['get']>({
    method: 'GET',
    path: '/workspaces/:workspaceId/required-factor',
    access: ofOwner,
  }),
  /**
   * Requires a second factor of every member: from so many days after this call or after joining on, calls of accounts without one answer 403 `second_factor_required`, unless the session began by the company sign-in of the workspace. `null` requires none. The caller must have a second factor, or such a session. Other days begin again for every member.
   */
  set: endpoint<Shapes['set']>({
    method: 'POST',
    path: '/workspaces/:workspaceId/required-factor',
    access: { ...ofOwnerAlways, fresh: true },
  }),
};
