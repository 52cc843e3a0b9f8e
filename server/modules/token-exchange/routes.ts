import { tokenExchange } from '@quartermaster/contract/endpoints/people/token-exchange.ts';
import { tokenExchangeShapes } from '@quartermaster/contract/shapes/people/token-exchange.ts';
import type { App, Deps } from '../../core/app/deps.ts';
import { route } from '../../core/app/route.ts';
import { createExchange } from './exchange-service.ts';

export const tokenExchangeRoutes = (app: App, deps: Deps): void => {
  const exchange = createExchange(deps);

  route(app, tokenExchange.exchange, tokenExchangeShapes.exchange, ({ body, request }) =>
    exchange({
      kind: body.subject_token_type,
      subject: body.subject_token,
      authorization: request.headers.authorization,
      address: request.ip,
      log: request.log,
    }),
  );
};
