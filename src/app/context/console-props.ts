import type { HostExtension } from '@quartermaster/contract/extensions/extension-api.ts';
import type { AnyPart, PartAction, PartResult } from '@quartermaster/contract/parts/part-api.ts';
import type { ReactElement } from 'react';
import type { KeptAnswer, KeptAnswers } from '../../shared/stored-answers/stored-answers.ts';
import type {
  AccessTokenReason,
  ChromeOptions,
  ColorScheme,
  HostEvent,
  MenuEntry,
  SentryOptions,
  ThemeTokens,
} from './host-api.ts';

/** Everything that one console gets from its host or page. */
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
  /** The answers of earlier visits, and those of this page. */
  cached?: { answers: KeptAnswers; restored: KeptAnswer[] } | undefined;
  /** Discards the console that the lifecycles keep for the next mount, as its user may no longer see it. */
  discardKept?: (() => void) | undefined;
  /** Set if the host owns the scheme; the toggle then only emits a `scheme` event. */
  colorScheme?: ColorScheme | undefined;
  /** The parts around the pages: header and sidebar by default, neither with `only`. */
  chrome?: ChromeOptions | undefined;
  /** The path of the page that is shown, with those below it; all pages by default. */
  only?: string | undefined;
  /** Shown instead of the whole console: a page without header and sidebar, in the host's instance. */
  part?: AnyPart | undefined;
  /** The host's colors, font, radius and density. */
  theme?: ThemeTokens | undefined;
  /** The host's own code that edits and draws values. */
  extensions?: readonly HostExtension[] | undefined;
  /** The initial instance, which is not stored in the account's setting; without it, the setting decides. */
  activeInstanceId?: number | undefined;
  /** Sign-in by the host: the console sends this token, and uses neither cookies nor refresh calls. */
  getAccessToken?: ((reason: AccessTokenReason) => Promise<string>) | undefined;
  /** Style nonce under a strict content security policy. */
  nonce?: string | undefined;
  sentry?: SentryOptions | undefined;
  /** What the company sign-in of the whole server is called, if it has one. */
  companyName?: string | undefined;
  /** True in the stand-alone console, which sets document.title. */
  ownsDocument: boolean;
  onEvent: (event: HostEvent) => void;
  /** Called with the menu and on each change; without it, the menu data is not computed. */
  onMenu?: ((entries: MenuEntry[]) => void) | undefined;
  /** Called with the path and query of a page that `only` excludes, when the console would navigate there. */
  onLeave?: ((to: string) => void) | undefined;
  /** Called with the pattern of each page's path, such as `/instance/:instanceId`, before its `navigate` event. */
  onRoute: (pattern: string) => void;
  /** Details of an error for support besides its id, as text without personal data. */
  detailsOf: (errorId: string) => string;
  /** Called for links that leave `basename`. */
  navigate: (to: string) => void;
}

/** The props that a host may change while the console is mounted. */
export type ConsoleUpdate = Partial<
  Pick<ConsoleProps, 'colorScheme' | 'chrome' | 'only' | 'part' | 'theme' | 'activeInstanceId'>
>;

/**
 * A running console: `element` is rendered in a React root, `update` applies changed props, `dispose` stops everything
 * it started.
 */
export interface Console {
  element: ReactElement;
  /** Resolves when the element is worth rendering: the first page is there, or too slow to wait for without a placeholder. */
  ready: Promise<void>;
  /** Resolves once the requests of the rendered first page are answered; never if that fails. */
  whenVisible: () => Promise<void>;
  update: (changes: ConsoleUpdate) => void;
  /** Calls a method of the part. */
  perform: (action: PartAction) => Promise<PartResult>;
  /** Navigates to a URL within `basename`, after asking about unsaved changes; without a history entry if `isReplace`. */
  goTo: (url: URL, isReplace: boolean) => void;
  /** Reports the error that crashed the console; returns the id of the report. */
  reportCrash: (error: unknown) => string;
  /** False if the console must not be shown again once it has left the page. */
  canPause: () => boolean;
  /** Stops everything that the console does outside of its element, which is hidden then: listeners, timers, calls. */
  pause: () => void;
  /** Adopts the props of another mount with the same options; resolves to true if a paused console may be shown there: to the same user. */
  admits: (props: ConsoleProps) => Promise<boolean>;
  /** Undoes `pause`, before the element is shown again; every answer is fetched again. */
  resume: () => void;
  dispose: () => void;
}
