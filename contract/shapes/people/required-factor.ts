import { Type } from 'typebox';
import { longestFactorDays } from '../../rules/people/required-factor.ts';
import { Done, Exact, Nullable, WorkspaceParams } from '../common.ts';

/** The days that members have to set up a second factor. */
export const FactorDays = Type.Integer({ minimum: 0, maximum: longestFactorDays });

const days = Nullable(FactorDays);

/** Shapes of the calls for the second factor that a workspace requires. */
export const requiredFactorShapes = {
  get: {
    params: WorkspaceParams,
    response: Exact({
      days,
      members: Type.Integer({ minimum: 0 }),
      without: Type.Integer({ minimum: 0, description: 'Members whose accounts have no second factor' }),
    }),
  },
  set: { params: WorkspaceParams, body: Exact({ days }), response: Done },
} as const;
