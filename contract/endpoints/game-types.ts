import { can } from '../access.ts';
import type { gameTypeShapes } from '../shapes/game-types.ts';
import { endpoint } from './endpoint.ts';

/** The types of an instance's exported files, for the game that reads them. */
export const gameTypes = {
  /** Those of the current templates, as source text or JSON Schema. */
  get: endpoint<typeof gameTypeShapes.get>({
    method: 'GET',
    path: '/instances/:instanceId/types/:language',
    access: can('EXPORT'),
  }),
};
