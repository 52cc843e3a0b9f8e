import type { ReactElement } from 'react';

/**
 * Why the console requests a token from the host: it has none yet, the last one was rejected, or it is about to expire.
 */
export type AccessTokenReason = 'initial' | 'expiring' | 'unauthorized';

/** A color scheme as chosen by a host or user; `system` follows the operating system. */
export type ColorScheme = 'light' | 'dark' | 'system';

/** Where the console reports errors; without it they are not reported. */
export interface SentryOptions {
  dsn: string;
  environment?: string | undefined;
  release?: string | undefined;
}

/** What failed: loading the console, its token, its instance, its data, rendering, updating or unmounting it. */
export type ErrorPhase = 'load' | 'token' | 'instance' | 'data' | 'render' | 'update' | 'unmount';

/** All events that the console sends to its host. */
export type ConsoleEvent =
  | { type: 'ready' }
  | { type: 'title'; title: string }
  | { type: 'breadcrumb'; crumbs: { label: string; to: string }[] }
  | { type: 'dirty'; isDirty: boolean }
  | { type: 'navigate'; to: string }
  | { type: 'instance-changed'; instanceId: number }
  | { type: 'scheme'; colorScheme: ColorScheme }
  | { type: 'session-expired' }
  | { type: 'error'; phase: ErrorPhase; fatal: boolean; id: string; message: string }
  | { type: 'disposed' };

/** Everything that one console gets from its host or page; two mounts share none of it. */
export interface ConsoleProps {
  /** Unique per mount; prefixes every DOM id and scopes the theme's CSS variables to this mount. */
  mountId: string;
  /** The element that contains the console. */
  root: HTMLElement;
  /** The element that contains dialogs, popovers and toasts. */
  overlay: HTMLElement;
  /** Origin (and path) of the API, before `/v1`, without a trailing slash. */
  apiBase: string;
  /** The path prefix of the console's routes. */
  basename: string;
  routing: 'url' | 'memory';
  /** The window that the router listens to; in a host, a proxy that isolates the host's history. */
  routerWindow: Window;
  fetch: typeof globalThis.fetch;
  /** Set if the host owns the scheme; the toggle then only emits a `scheme` event. */
  colorScheme?: ColorScheme | undefined;
  /** The initial instance, which the account's setting does not follow; without it the setting is used. */
  activeInstanceId?: number | undefined;
  /** Sign-in by the host: the console sends this token, and uses neither cookies nor refresh calls. */
  getAccessToken?: ((reason: AccessTokenReason) => Promise<string>) | undefined;
  /** Style nonce under a strict content security policy. */
  nonce?: string | undefined;
  sentry?: SentryOptions | undefined;
  /** True in the stand-alone console, which sets document.title. */
  ownsDocument: boolean;
  onEvent: (event: ConsoleEvent) => void;
  /** Called for links that leave `basename`. */
  navigate: (to: string) => void;
}

/** The props that a host may change while the console is mounted. */
export type ConsoleUpdate = Partial<Pick<ConsoleProps, 'colorScheme' | 'activeInstanceId'>>;

/**
 * A running console: `element` is rendered in a React root, `update` applies changed props, `dispose` stops everything
 * it started.
 */
export interface Console {
  element: ReactElement;
  /** Resolves when the element is worth rendering: the first page is there, or too slow to wait for without a placeholder. */
  ready: Promise<void>;
  update: (changes: ConsoleUpdate) => void;
  /** Navigates to a URL within `basename`, and asks about unsaved changes first; without a history entry if `isReplace`. */
  goTo: (url: URL, isReplace: boolean) => void;
  /** Reports the error that crashed the console; returns the id of the report. */
  reportCrash: (error: unknown) => string;
  dispose: () => void;
}
