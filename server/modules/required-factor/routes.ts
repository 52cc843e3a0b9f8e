import { requiredFactor } from '@quartermaster/contract/endpoints/people/required-factor.ts';
import { requiredFactorShapes } from '@quartermaster/contract/shapes/people/required-factor.ts';
import type { App } from '../../core/app/deps.ts';
import { done, route } from '../../core/app/route.ts';
import { readRequiredFactor, setRequiredFactor } from './service.ts';

export const requiredFactorRoutes = (app: App): void => {
  route(app, requiredFactor.get, requiredFactorShapes.get, ({ caller, deps }) => readRequiredFactor(deps, caller));

  route(app, requiredFactor.set, requiredFactorShapes.set, async ({ body, caller, deps }) => {
    await setRequiredFactor(deps, caller, body.days);
    return done;
  });
};
