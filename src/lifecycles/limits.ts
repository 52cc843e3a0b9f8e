import type { Limits } from '../app/context/host-api.ts';

/** Timeouts for the host and its users, in milliseconds; after a second single-spa warns about a mount. */
export const limits: Limits = {
  mount: 800,
  placeholder: 300,
  stillLoading: 5_000,
  load: 30_000,
  accessToken: 20_000,
};
