import { type Notify, useServices } from '../services/services.ts';

/** The toasts of this console. */
export const useNotify = (): Notify => useServices().notify;
