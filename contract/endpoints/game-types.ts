import { can } from '../access.ts';
import type { gameTypeShapes } from '../shapes/game-types.ts';
import { endpoint } from './endpoint.ts';

/** The types of an instance's exported files, for the game that reads them. */
export const gameTypes = {
  /** The types of the current templates, as source text or JSON Schema. */
  get: endpoint<typeof gameTypeShapes.get>({
    method: 'GET',
    path: '/instances/:instanceId/types/:language',
    access: can('EXPORT', { tokens: ['read', 'deliver'] }),
  }),
  /** The source text of a client that reads builds; the same for all instances. */
  getClient: endpoint<typeof gameTypeShapes.getClient>({
    method: 'GET',
    path: '/instances/:instanceId/clients/:client',
    access: can('EXPORT', { tokens: ['read', 'deliver'] }),
  }),
};
