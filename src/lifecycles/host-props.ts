import type { ConsoleEvent, ConsoleProps, ConsoleUpdate } from '../app/console-props.ts';
import { checkProps } from './check-props.ts';

/** What a host gives to `mount` and `update`; all of it is optional, what is not known is ignored. */
export interface HostProps
  extends Partial<
    Pick<ConsoleProps, 'apiBase' | 'basename' | 'routing' | 'colorScheme' | 'getAccessToken' | 'fetch' | 'nonce'>
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

/** The known props of `given`, without the wrong ones, which are told as problems. */
export function readHostProps(given: unknown): { props: HostProps; problems: PropProblem[] } {
  const source = typeof given === 'object' && given !== null ? (given as Record<string, unknown>) : {};
  const problems = checkProps(source);
  const wrong = new Set(problems.map(({ prop }) => prop));
  const right = Object.entries(source).filter(([prop]) => !wrong.has(prop));
  return { props: Object.fromEntries(right) as HostProps, problems };
}

/** The part of the props that a running console can take; `colorScheme: undefined` gives the scheme back to the person. */
export function readUpdate(props: HostProps): ConsoleUpdate {
  const { activeInstanceId } = props;
  return {
    ...('colorScheme' in props ? { colorScheme: props.colorScheme } : {}),
    ...(activeInstanceId === undefined ? {} : { activeInstanceId }),
  };
}
