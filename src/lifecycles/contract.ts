import { limits } from './limits.ts';

/** The interface that hosts can rely on; additions keep the version, any other change increases it. */
export const contract = {
  version: 1,
  features: ['update', 'memory-routing', 'access-token', 'nonce', 'trusted-types', 'color-scheme', 'events', 'limits'],
  limits,
};
