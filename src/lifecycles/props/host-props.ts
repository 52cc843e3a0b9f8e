import type { AccessTokenReason, ConsoleEvent, ConsoleProps } from '../../app/context/console-props.ts';

/** The props that a host passes to `mount` and `update`; all are optional, unknown ones are ignored. */
export interface HostProps
  extends Partial<
    Pick<ConsoleProps, 'apiBase' | 'basename' | 'routing' | 'colorScheme' | 'fetch' | 'nonce' | 'sentry'>
  > {
  /** The mount's name, set by single-spa; `unmount` and `update` find the mount by it and by `domElement`. */
  name?: string | undefined;
  /** Where to mount: the console creates a child element in it. */
  domElement?: HTMLElement | undefined;
  /** Called once, at `mount`, if `domElement` is not given. */
  domElementGetter?: (() => HTMLElement) | undefined;
  /** The initial instance. */
  activeInstanceId?: number | undefined;
  /** Sign-in by the host: supplies a token, at once or within `limits.accessToken`. */
  getAccessToken?: ((reason: AccessTokenReason) => Promise<string> | string) | undefined;
  /** Parent of the node for dialogs, popovers and toasts; the body by default. */
  portalParent?: HTMLElement | undefined;
  /** Callback for all events. */
  onEvent?: ((event: ConsoleEvent) => void) | undefined;
  /** Called for links outside `basename`; by default they cause a full page navigation. */
  navigate?: ((to: string) => void) | undefined;
}

/** An invalid prop, described in one sentence for the host's developers. */
export interface PropProblem {
  prop: string;
  sentence: string;
}
