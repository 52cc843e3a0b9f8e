import type { ReactElement } from 'react';

/** Why the console asks the host for a token: none yet, the last one was refused, or it is about to expire. */
export type AccessTokenReason = 'initial' | 'expiring' | 'unauthorized';

/** A colour scheme as a host or a person chooses it; `system` follows the operating system while it changes. */
export type ColorScheme = 'light' | 'dark' | 'system';

/** Where errors of the console are reported; without it they are reported nowhere. */
export interface SentryOptions {
  dsn: string;
  environment?: string | undefined;
  release?: string | undefined;
}

/** Everything that the console tells its host, as one union. */
export type ConsoleEvent =
  | { type: 'ready' }
  | { type: 'title'; title: string }
  | { type: 'breadcrumb'; crumbs: { label: string; to: string }[] }
  | { type: 'dirty'; isDirty: boolean }
  | { type: 'navigate'; to: string }
  | { type: 'instance-changed'; instanceId: number }
  | { type: 'scheme'; colorScheme: ColorScheme }
  | { type: 'session-expired' }
  | { type: 'error'; phase: 'load' | 'render' | 'update' | 'unmount'; fatal: boolean; id: string; message: string }
  | { type: 'disposed' };

/** What one console needs from whoever mounts it; nothing in it is shared between two mounts. */
export interface ConsoleProps {
  /** Unique a mount; prefixes every DOM id and binds the theme's CSS variables to this mount. */
  mountId: string;
  /** The element that holds the console. */
  root: HTMLElement;
  /** The element that holds dialogs, popovers and toasts. */
  overlay: HTMLElement;
  /** Origin (and path) of the API, before `/v1`, without a trailing slash. */
  apiBase: string;
  /** Path under which the console's routes live. */
  basename: string;
  routing: 'url' | 'memory';
  /** The window that the router listens to; a host's history is shielded by a proxy of it. */
  routerWindow: Window;
  fetch: typeof globalThis.fetch;
  /** Set when the host owns the scheme; the toggle then only asks for another by a `scheme` event. */
  colorScheme?: ColorScheme | undefined;
  /** The instance to start in; without it the account's setting decides. */
  activeInstanceId?: number | undefined;
  /** Host-supplied sign-in: the console sends this token and neither cookies nor refresh calls. */
  getAccessToken?: ((reason: AccessTokenReason) => Promise<string>) | undefined;
  /** Style nonce under a strict content security policy. */
  nonce?: string | undefined;
  sentry?: SentryOptions | undefined;
  /** True in the stand-alone console: document.title is the console's own to set. */
  ownsDocument: boolean;
  onEvent: (event: ConsoleEvent) => void;
  /** Called for links that leave `basename`. */
  navigate: (to: string) => void;
}

/** The props that a host may change while the console is mounted. */
export type ConsoleUpdate = Partial<Pick<ConsoleProps, 'colorScheme' | 'activeInstanceId'>>;

/** One running console: `element` goes into a React root, `update` takes changed props, `dispose` ends everything it started. */
export interface Console {
  element: ReactElement;
  update: (changes: ConsoleUpdate) => void;
  /** Reports what has made the console crash; answers the id that it is reported under. */
  reportCrash: (error: unknown) => string;
  dispose: () => void;
}
