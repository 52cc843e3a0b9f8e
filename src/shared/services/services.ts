import type { Endpoint, Input, Output } from '@quartermaster/contract/endpoints/endpoint.ts';
import { createContext, type ReactNode, useContext } from 'react';
import type { Challenge } from '../challenge/challenge.ts';
import type { Session } from '../session/session.ts';
import type { Report } from './report.ts';

/** Calls an endpoint of the contract; throws an `HttpError` where it is refused or does not answer. */
export type Request = <E extends Endpoint>(endpoint: E, input: Input<E>, signal?: AbortSignal) => Promise<Output<E>>;

/** Shows toasts; calls toast by themselves (see query meta), so this is for what is no call. */
export interface Notify {
  success: (message: ReactNode) => void;
  info: (message: ReactNode) => void;
  /** `title` names the operation; `eventId` is shown for support where there is one. */
  error: (title: string, message: ReactNode, eventId?: string) => void;
  /**
   * One toast for each message, by a key that nothing else of the list has; other toasts come before them. What still waits
   * to be shown is dropped by what is returned, and when one of them is closed by hand.
   */
  errors: (title: string, messages: readonly (readonly [key: string, message: string])[]) => () => void;
}

/** Which forms of this console hold what is not saved yet. */
export interface UnsavedChanges {
  isDirty: () => boolean;
  /** `onGivenUp` is called where a person leaves without saving. */
  set: (id: string, isDirty: boolean, onGivenUp?: () => void) => void;
  /** Guards nothing any more, as a person gives up what is typed; `isGivenUp` is false where they only have to leave. */
  clear: (options?: { isGivenUp?: boolean }) => void;
}

/** What one mounted console gives to its screens; nothing of it is shared with another mount. */
export interface Services {
  request: Request;
  session: Session;
  challenge: Challenge;
  notify: Notify;
  report: Report;
  unsavedChanges: UnsavedChanges;
  /** Origin (and path) of the API, before `/v1`. */
  apiBase: string;
  /** The host's fetch, for files that are no endpoint of the API. */
  fetch: typeof globalThis.fetch;
  /** True where the page is the console's own. */
  ownsDocument: boolean;
  /** The element that holds the console, and the one that holds dialogs and popovers. */
  root: HTMLElement;
  overlay: HTMLElement;
  /** Notes a successful sign-in (`expiresAt` in Unix seconds) and forgets whatever was kept of the person before. */
  startSession: (expiresAt: number) => void;
  /** Forgets the session and everything that was read with it. */
  endSession: () => void;
  /** The address of a path of the console. */
  hrefOf: (path: string) => string;
  /** Goes to a path of the console; the page there leads back to this one where `leadsBack` is true. */
  follow: (path: string, leadsBack: boolean) => void;
  /** Tells the host (and the browser tab where the console owns it) which page is shown. */
  setTitle: (title: string, crumbs: Crumb[]) => void;
}

/** One step of the way to the current page; `to` is relative to the console. */
export interface Crumb {
  label: string;
  to: string;
}

export const ServicesContext = createContext<Services | null>(null);

/** The services of the console around this component. */
export function useServices(): Services {
  const services = useContext(ServicesContext);
  if (!services) throw new Error('useServices is called outside of a console');
  return services;
}
