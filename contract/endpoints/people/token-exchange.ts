import { anyone } from '../../access.ts';
import type { tokenExchangeShapes } from '../../shapes/people/token-exchange.ts';
import { endpoint } from '../endpoint.ts';

/** Session tokens for users of a portal, requested by its server. */
export const tokenExchange = {
  /**
   * Exchanges a token of the portal for a session token: OAuth 2.0 Token Exchange (RFC 8693); a service credential is
   * sent by HTTP Basic. 404 unless it is configured.
   */
  exchange: endpoint<typeof tokenExchangeShapes.exchange>({
    method: 'POST',
    path: '/auth/token-exchange',
    access: anyone,
    accepts: ['form'],
    bodyLimit: 64 * 1024,
  }),
};
