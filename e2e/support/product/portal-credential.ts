import { createHash } from 'node:crypto';

const secret = 'b0c9a41f7d2e4c6895d3f8a6e7b1240c';

/** The service credential of the tests' portals, as their servers send it. */
export const portalCredential = `portal:${secret}`;

/** The variables of a server that accepts it for the demo's accounts. */
export const portalVariables = {
  TOKEN_EXCHANGE_CREDENTIALS: JSON.stringify([
    { id: 'portal', sha256: createHash('sha256').update(secret).digest('hex'), domains: ['quartermaster.test'] },
  ]),
};
