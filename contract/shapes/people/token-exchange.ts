import { Type } from 'typebox';
import { tokenExchangeNames } from '../../token-exchange.ts';
import { Exact } from '../common.ts';

/** Shapes of the token exchange, with the names of RFC 8693. */
export const tokenExchangeShapes = {
  exchange: {
    body: Exact({
      grant_type: Type.Literal(tokenExchangeNames.grant),
      subject_token_type: Type.Union([
        Type.Literal(tokenExchangeNames.idToken),
        Type.Literal(tokenExchangeNames.email),
      ]),
      subject_token: Type.String({ minLength: 1, maxLength: 16_384 }),
      requested_token_type: Type.Optional(Type.Literal(tokenExchangeNames.accessToken)),
    }),
    response: Exact({
      access_token: Type.String(),
      issued_token_type: Type.Literal(tokenExchangeNames.accessToken),
      token_type: Type.Literal('Bearer'),
      expires_in: Type.Integer({ minimum: 1, description: 'Seconds' }),
    }),
  },
} as const;
