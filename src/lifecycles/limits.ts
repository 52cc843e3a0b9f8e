import type { Limits } from '../app/context/host-api.ts';

/** How long a host or its users wait for something, in milliseconds; after a second single-spa complains about a mount. */
export const limits: Limits = {
  mount: 800,
  placeholder: 300,
  stillLoading: 5_000,
  load: 30_000,
  accessToken: 20_000,
};
