import { type Request, useServices } from './services.ts';

export type { Request } from './services.ts';

/** The request function of this console. */
export const useRequest = (): Request => useServices().request;
