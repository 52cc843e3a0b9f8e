import { type Request, useServices } from '../session/services.ts';

export type { Request } from '../session/services.ts';

/** The request function of this console. */
export const useRequest = (): Request => useServices().request;
