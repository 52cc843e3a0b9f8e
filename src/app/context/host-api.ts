// The module's whole interface for hosts. It imports only the interfaces of extensions and parts, as the build publishes all three as `quartermaster.d.ts`.
import type { HostExtension } from '@quartermaster/contract/extensions/extension-api.ts';
import type {
  ItemAddress,
  ItemFormValues,
  PartName,
  PartOnlyEvent,
  PartResult,
  PartValues,
} from '@quartermaster/contract/parts/part-api.ts';

/**
 * Why the console requests a token from the host: it has none yet, the last one was rejected, or it is about to expire.
 */
export type AccessTokenReason = 'initial' | 'expiring' | 'unauthorized';

/** A color scheme as chosen by a host or user; `system` follows the operating system. */
export type ColorScheme = 'light' | 'dark' | 'system';

/** The parts of the console around its pages; both are shown by default, and neither with `only`. */
export interface ChromeOptions {
  /** Instance switcher, export, colors and account. */
  header?: boolean | undefined;
  /** The menu of templates and settings. */
  sidebar?: boolean | undefined;
}

/** What a host can change of the console's look; omitted tokens keep their defaults. */
export interface ThemeTokens {
  /**
   * Color of buttons, links and marks, as `#` and 3 or 6 hexadecimal digits. It is darkened or lightened where its contrast is too low, and
   * text on it is black or white, whichever is readable.
   */
  primaryColor?: string | undefined;
  /** Font families as in CSS; the page has to load them. The system's fonts are the fallback. */
  fontFamily?: string | undefined;
  /** Radius of buttons and inputs in pixels, from 0 to 16; smaller and larger parts follow in proportion. */
  radius?: number | undefined;
  /** Height of buttons and inputs, and the room between them; `comfortable` by default. */
  density?: 'compact' | 'comfortable' | undefined;
}

/** A line of the console's menu, limited to pages the user may open; a host draws it and navigates to `basename` + `to`. */
export interface MenuEntry {
  label: string;
  /** Its path in the console; missing for a group. */
  to?: string;
  /** True for the page that is shown. */
  isActive: boolean;
  /** How much waits on the page, once the console has counted it. For Sync: conflicts, or the changes to sync once the home page has counted these. */
  badge?: number;
  /** The entries of a group. */
  entries?: MenuEntry[];
}

/** Where the console reports errors; without it, errors are not reported. */
export interface SentryOptions {
  dsn: string;
  environment?: string | undefined;
  release?: string | undefined;
}

/**
 * What failed: the version of the contract, loading the console, its token, its instance, its data, rendering, updating or
 * unmounting it.
 */
export type ErrorPhase = 'version' | 'load' | 'token' | 'instance' | 'data' | 'render' | 'update' | 'unmount';

/** A user's action, for statistics: names, ids and counts, no content and no personal data. */
export type DoneEvent =
  | {
      type: 'saved';
      what: 'item' | 'items' | 'images' | 'template' | 'navigation';
      instanceId: number;
      /** Of an item, of images, of a template. */
      templateId?: string;
      /** Of an item. */
      itemId?: number;
      /** True if it was created by this save; not for `navigation`. */
      isNew?: boolean;
      /** How many were saved: 1, except for `items` and a bulk upload of images. */
      count: number;
    }
  | {
      type: 'synced';
      /** The instance that was synced into the next one. */
      instanceId: number;
      syncId: number;
      scope: 'all' | 'selection' | 'review' | 'undo';
      /** The numbers of changes; missing if the server could not be reached afterwards. */
      counts?: { added: number; updated: number; removed: number; templates: number };
    }
  | { type: 'exported'; instanceId: number; reportId: number; templates: number };

/** All events that the console sends to its host. */
export type HostEvent =
  | { type: 'ready' }
  | { type: 'shown' }
  | { type: 'title'; title: string }
  | { type: 'breadcrumb'; crumbs: { label: string; to: string }[] }
  | { type: 'dirty'; isDirty: boolean }
  | { type: 'navigate'; to: string }
  | { type: 'instance-changed'; instanceId: number }
  | { type: 'scheme'; colorScheme: ColorScheme }
  | { type: 'session-expired' }
  | DoneEvent
  | PartOnlyEvent
  | {
      type: 'error';
      phase: ErrorPhase;
      fatal: boolean;
      id: string;
      message: string;
      /** The entries before the error, oldest first; added for the host. */
      recent?: RecentEntry[];
    }
  | { type: 'disposed' };

/**
 * What happened to a mount, `at` milliseconds after its start, without personal data: props by name and kind, routes by
 * their pattern (`/instance/:instanceId`).
 */
export type RecentEntry = { at: number } & (
  | { kind: 'mount' | 'update'; props: Record<string, string> }
  | { kind: 'retry' }
  | { kind: 'route'; to: string }
  | { kind: 'event'; type: HostEvent['type']; details: Record<string, string> }
);

/** The props that a host passes to `mount` and `update`; all are optional, unknown ones are ignored. */
export interface HostProps {
  /** The version of the host contract that the host was written for; 1 by default. */
  contractVersion?: number | undefined;
  /** The mount's name, set by single-spa; `unmount` and `update` find the mount by it and by `domElement`. */
  name?: string | undefined;
  /** Where to mount: the console creates a child element in it. */
  domElement?: HTMLElement | undefined;
  /** Called once, at `mount`, if `domElement` is not given. */
  domElementGetter?: (() => HTMLElement) | undefined;
  /** Address of the API, before `/v1`; the origin of the module by default. */
  apiBase?: string | undefined;
  /** The path prefix of the console's addresses; `/` by default. */
  basename?: string | undefined;
  /** `memory` for a second mount on one page; `url` by default. */
  routing?: 'url' | 'memory' | undefined;
  /** If given, the host owns the scheme, and the console's toggle only sends a `scheme` event. */
  colorScheme?: ColorScheme | undefined;
  /** Hides the header, the sidebar or both. */
  chrome?: ChromeOptions | undefined;
  /** The path of a page, such as `/instance-sync`: only that page and those below it are shown. */
  only?: string | undefined;
  /** Colors, font, radius and density; they apply only inside the console. */
  theme?: ThemeTokens | undefined;
  /** The host's own code for fields, items, selections and the dashboard. */
  extensions?: readonly HostExtension[] | undefined;
  /** The initial instance, which is not stored in the account's setting; without it, the setting decides. */
  activeInstanceId?: number | undefined;
  /** Sign-in by the host: supplies a token, at once or within `contract.limits.accessToken`. The console then sends no cookies. */
  getAccessToken?: ((reason: AccessTokenReason) => Promise<string> | string) | undefined;
  /** Used for every call; `window.fetch` by default. */
  fetch?: typeof globalThis.fetch | undefined;
  /** Parent of the node for dialogs, popovers and toasts; the body by default. */
  portalParent?: HTMLElement | undefined;
  /** Style nonce under a strict content security policy. */
  nonce?: string | undefined;
  sentry?: SentryOptions | undefined;
  /** Callback for all events. */
  onEvent?: ((event: HostEvent) => void) | undefined;
  /** Called with the menu once it is known, on each change, and with an empty one after signing out. */
  onMenu?: ((entries: MenuEntry[]) => void) | undefined;
  /**
   * Called with the path and query of a page that `only` excludes, when the user wants to go there; the console stays
   * where it is.
   */
  onLeave?: ((to: string) => void) | undefined;
  /** Called for links outside `basename`; by default they cause a full page navigation. */
  navigate?: ((to: string) => void) | undefined;
}

/** Timeouts for the host and its users, in milliseconds. */
export interface Limits {
  /** Until `mount` resolves, even if the console is not rendered yet. */
  mount: number;
  /** Until a placeholder is shown while the console is loading. */
  placeholder: number;
  /** Until the placeholder says that the console is still loading. */
  stillLoading: number;
  /** For loading the stylesheet and the code; then the user is offered a retry. */
  load: number;
  /** For an answer of `getAccessToken`. */
  accessToken: number;
}

/** The build that a module is from. */
export interface Release {
  version: string;
  /** The commit that its sources are from; null if it was built without one. */
  commit: string | null;
  /** The server keeps serving the files of this build at `/plugin/{id}/`. */
  id: string;
}

/** What a module offers to its hosts. */
export interface Contract {
  version: number;
  /** The values of the prop `contractVersion` that the module accepts, the lowest first. */
  supports: number[];
  features: string[];
  limits: Limits;
  release: Release;
}

/** The functions that a host or single-spa calls; their promises never reject. */
export interface Lifecycles {
  bootstrap: (props?: HostProps) => Promise<void>;
  mount: (props: HostProps) => Promise<void>;
  update: (props: HostProps) => Promise<void>;
  unmount: (props: HostProps) => Promise<void>;
}

/** The events of a part; `to` of `navigate` is the path and query of what it shows in the whole console. */
export type PartEvent =
  | PartOnlyEvent
  | Extract<
      HostEvent,
      { type: 'ready' | 'shown' | 'navigate' | 'dirty' | 'saved' | 'session-expired' | 'error' | 'disposed' }
    >;

/** The props of every part: those of the console that a part has a use for. */
export interface PartHostProps
  extends Pick<
    HostProps,
    | 'contractVersion'
    | 'apiBase'
    | 'colorScheme'
    | 'theme'
    | 'extensions'
    | 'getAccessToken'
    | 'fetch'
    | 'portalParent'
    | 'nonce'
    | 'sentry'
    | 'onLeave'
  > {
  /** Where to mount: the part creates a child element in it. */
  domElement: HTMLElement;
  /** The instance of the items; the user's own choice of an instance stays as it is. */
  activeInstanceId: number;
  onEvent?: ((event: PartEvent) => void) | undefined;
}

/** The props of a part. */
export type PartProps<Name extends PartName> = PartHostProps & PartValues[Name];

/** The props that a mounted part can change; the form opens another item by its method instead. */
export type PartUpdate<Name extends PartName> = Partial<
  Pick<PartHostProps, 'colorScheme' | 'theme'> & (Name extends 'item-form' ? unknown : PartValues[Name])
>;

/** What came of a save. */
export type SaveResult = Exclude<PartResult, { isDone: true }> | { isDone: true; item: ItemAddress | null };

/** The methods of the form of an item. */
export interface ItemFormMethods {
  /** Opens another item; refused while there are unsaved changes. */
  open: (item: ItemAddress) => Promise<PartResult>;
  /** Opens a new item of the part's template; refused while there are unsaved changes. */
  create: (values?: ItemFormValues['values'], label?: string) => Promise<PartResult>;
  /** Saves the form as it is, and stays; the result has the saved item, or `null` if there was nothing to save. */
  save: () => Promise<SaveResult>;
  discard: () => Promise<PartResult>;
}

/** A mounted part; its promises never reject. */
export type MountedPart<Name extends PartName> = {
  update: (props: PartUpdate<Name>) => Promise<PartResult>;
  unmount: () => Promise<void>;
} & (Name extends 'item-form' ? ItemFormMethods : unknown);

/** What `quartermaster.js` exports. */
export interface Quartermaster extends Lifecycles {
  contract: Contract;
  /** Mounts a part of the console; resolves as `mount` does, also if a panel is shown instead of the part. */
  mountPart: <Name extends PartName>(name: Name, props: PartProps<Name>) => Promise<MountedPart<Name>>;
  /** Forgets what is in memory for the next mount of this name; for `unloadApplication` of single-spa. */
  unload: (props?: HostProps) => Promise<void>;
}
