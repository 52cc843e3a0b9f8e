/** What a host can rely on; additions come within a version, anything else is the next one. */
export const contract = {
  version: 1,
  features: ['update', 'memory-routing', 'access-token', 'nonce', 'trusted-types', 'color-scheme', 'events'],
};
