import { anyone, signedIn } from './access.ts';
import { endpoint } from './endpoint.ts';
import type { accountShapes } from './shapes/accounts.ts';

/** Signing in and out, and the signed-in person. */
export const accounts = {
  login: endpoint<typeof accountShapes.login>({ method: 'POST', path: '/accounts/login', access: anyone }),
  refresh: endpoint<typeof accountShapes.refresh>({ method: 'POST', path: '/accounts/refresh', access: anyone }),
  logout: endpoint<typeof accountShapes.logout>({ method: 'POST', path: '/accounts/logout', access: anyone }),
  get: endpoint<typeof accountShapes.get>({ method: 'GET', path: '/accounts', access: signedIn }),
  getSettings: endpoint<typeof accountShapes.getSettings>({
    method: 'GET',
    path: '/accounts/settings',
    access: signedIn,
  }),
  listRoles: endpoint<typeof accountShapes.listRoles>({
    method: 'GET',
    path: '/accounts/workspaces',
    access: signedIn,
  }),
};
