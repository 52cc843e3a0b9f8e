import type { ConsoleEvent, ConsoleProps } from '../../app/context/console-props.ts';

/** What a host gives to `mount` and `update`; all of it is optional, what is not known is ignored. */
export interface HostProps
  extends Partial<
    Pick<
      ConsoleProps,
      'apiBase' | 'basename' | 'routing' | 'colorScheme' | 'getAccessToken' | 'fetch' | 'nonce' | 'sentry'
    >
  > {
  /** The mount's name, as single-spa gives it; `unmount` and `update` find the mount by it and by `domElement`. */
  name?: string | undefined;
  /** Where to mount: the console makes a child of its own in it. */
  domElement?: HTMLElement | undefined;
  /** Asked once, at `mount`, where `domElement` is not given. */
  domElementGetter?: (() => HTMLElement) | undefined;
  /** The instance to start in. */
  activeInstanceId?: number | undefined;
  /** Where the node for dialogs, popovers and toasts goes; without it the body. */
  portalParent?: HTMLElement | undefined;
  /** One callback for all events. */
  onEvent?: ((event: ConsoleEvent) => void) | undefined;
  /** Called for links that leave `basename`; without it the page is left for the address. */
  navigate?: ((to: string) => void) | undefined;
}

/** A prop that is not what it should be, as one sentence a host's developer can act on. */
export interface PropProblem {
  prop: string;
  sentence: string;
}
