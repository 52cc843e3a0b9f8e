import type { Endpoint, Input, Output } from '@quartermaster/contract/endpoints/endpoint.ts';
import type { HostExtension } from '@quartermaster/contract/extensions/extension-api.ts';
import { createContext, type ReactNode, useContext } from 'react';
import type { Challenge } from '../challenge/challenge.ts';
import type { Confirmation } from '../challenge/confirmation.ts';
import type { Connection } from '../http/connection.ts';
import type { ToastOffer } from '../http/query-meta.ts';
import type { Session } from '../session/session.ts';
import type { Part } from './part.ts';
import type { PresenceFeed } from './presence-feed.ts';
import type { Report } from './report.ts';

/** Calls an endpoint of the contract; throws an `HttpError` if it is refused or there is no response. */
export type Request = <E extends Endpoint>(endpoint: E, input: Input<E>, signal?: AbortSignal) => Promise<Output<E>>;

/** What was done, such as `Item saved`, and the name of what it was done to. */
export interface Named {
  done: string;
  name: string;
}

/** Shows toasts. Calls show their own (see query meta), so this is for everything else. */
export interface Notify {
  /** A link navigates to the created object; an action, such as an undo, closes the toast. */
  success: (message: ReactNode | Named, ...offers: readonly ToastOffer[]) => void;
  info: (message: ReactNode) => void;
  /** `title` names the operation; `eventId`, if there is one, is for support, behind "Details". */
  error: (title: string, message: ReactNode, eventId?: string, ...offers: readonly ToastOffer[]) => void;
  /** The same for a query without an answer: the toast is hidden once the connection is back, as the query is then repeated. */
  unanswered: (title: string, message: ReactNode, eventId?: string) => void;
  /**
   * Shows one toast per message; keys must be unique within the list. Other toasts take precedence. Queued messages are
   * dropped by the returned function, and when the user closes one of them.
   */
  errors: (title: string, messages: readonly (readonly [key: string, message: string])[]) => () => void;
}

/** The callbacks of a form with unsaved changes. */
export interface UnsavedForm {
  /** Called when the user leaves without saving. */
  onDiscarded?: (() => void) | undefined;
  /** Stores the unsaved input, to be restored after a sign-in; resolves to false if the browser does not store it. */
  keep?: (() => Promise<boolean>) | undefined;
  /** The names of the unsaved objects. */
  names?: (() => string[]) | undefined;
  /** Saves everything before the user leaves; if it is refused, shows why and resolves to false. Undefined if the user cannot save from there. */
  save?: (() => Promise<boolean>) | undefined;
}

/** The forms of this console that have unsaved changes. */
export interface UnsavedChanges {
  isDirty: () => boolean;
  set: (id: string, isDirty: boolean, form?: UnsavedForm) => void;
  /** Stores all unsaved input, until the next sign-in; resolves to false if some of it cannot be stored. */
  keep: () => Promise<boolean>;
  /** The names of the unsaved objects, if the forms provide them. */
  names: () => string[];
  /** True if everything that is unsaved can be saved by `save`. */
  canSave: () => boolean;
  /** Saves everything; resolves to false if something was refused or is unsaved again. */
  save: () => Promise<boolean>;
  /** Disables all guards; with `isDiscarded` false, the user only has to leave the page and no `onDiscarded` is called. */
  clear: (options?: { isDiscarded?: boolean }) => void;
  /** Calls the listener the next time that nothing is unsaved any more, unless `clear` did it; returns a function that stops it. */
  onceClean: (listener: () => void) => () => void;
}

/** The services of one mounted console; nothing is shared with other mounts. */
export interface Services {
  request: Request;
  session: Session;
  challenge: Challenge;
  confirmation: Confirmation;
  notify: Notify;
  report: Report;
  unsavedChanges: UnsavedChanges;
  /** Whether requests reach the server. */
  connection: Pick<Connection, 'getState' | 'subscribe'>;
  /** Who else has open what this console has open. */
  presence: PresenceFeed;
  /** Origin (and path) of the API, before `/v1`. */
  apiBase: string;
  /** The host's fetch, for files that are not API endpoints. */
  fetch: typeof globalThis.fetch;
  /** True if the console runs as its own page. */
  ownsDocument: boolean;
  /** The host's own code in the console. */
  hostExtensions: readonly HostExtension[];
  /** Null in a console that is no part. */
  part: Part | null;
  /** The nonce for elements that the console adds under a strict content security policy. */
  nonce: string | undefined;
  /** The root element of the console, and the container of its dialogs and popovers. */
  root: HTMLElement;
  overlay: HTMLElement;
  /** Records a successful sign-in (`expiresAt` in Unix seconds) and clears all data of the previous user. */
  startSession: (expiresAt: number) => void;
  /** Forgets the session and all data that was loaded with it. */
  endSession: () => void;
  /** What the company sign-in of the whole server is called, if it has one. */
  companyName: string | undefined;
  /** Leaves the console for another address. */
  leaveTo: (url: string) => void;
  /** The URL of a path in the console. */
  hrefOf: (path: string) => string;
  /** True on a page with this path, unless it is being left: it stays rendered until the next page is. */
  isAt: (pathname: string) => boolean;
  /** Navigates to a path in the console; with `hasBackLink`, the back link of the new page returns to the current one. */
  follow: (path: string, hasBackLink: boolean) => void;
  /** Details of an error for support besides its id, as text without personal data. */
  detailsOf: (errorId: string) => string;
  /** Sets the title and breadcrumbs in the host (and in the browser tab if the console owns the document). */
  setTitle: (title: string, crumbs: Crumb[]) => void;
}

/** A breadcrumb; `to` is relative to the console. */
export interface Crumb {
  label: string;
  to: string;
}

export const ServicesContext = createContext<Services | null>(null);

/** The services of the enclosing console. */
export function useServices(): Services {
  const services = useContext(ServicesContext);
  if (!services) throw new Error('useServices is called outside of a console');
  return services;
}
