import { anyone } from '../../access.ts';
import type { tokenExchangeShapes } from '../../shapes/people/token-exchange.ts';
import { endpoint } from '../endpoint.ts';

/** How the server of a portal gets a session token of a person who is signed in there. */
export const tokenExchange = {
  /** OAuth 2.0 Token Exchange (RFC 8693); a service credential is sent by HTTP Basic. Not found unless it is configured. */
  exchange: endpoint<typeof tokenExchangeShapes.exchange>({
    method: 'POST',
    path: '/auth/token-exchange',
    access: anyone,
    isForm: true,
    bodyLimit: 64 * 1024,
  }),
};
