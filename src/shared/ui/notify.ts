import { type Notify, useServices } from '../session/services.ts';

/** The toasts of this console. */
export const useNotify = (): Notify => useServices().notify;
