import type { ConsoleProps } from './context/console-props.ts';

/** Replaces the elements of a disposed console, so that late calls do not affect the page. */
const detached = document.createElement('div');

/**
 * Detaches a disposed console from its elements and host. An engine may retain a call for the lifetime of the page (V8
 * does so with the first object of a kind that TanStack Query creates) and everything reachable from it: this prevents
 * the whole mount from being retained.
 */
export function detachProps(props: ConsoleProps) {
  detachHost(props);
  Object.assign(props, { root: detached, overlay: detached } satisfies Partial<ConsoleProps>);
}

/** Detaches a console from its host, until it gets the props of another mount. */
export function detachHost(props: ConsoleProps) {
  const ignore = () => undefined;
  Object.assign(props, {
    onEvent: ignore,
    onMenu: ignore,
    onLeave: ignore,
    onRoute: ignore,
    detailsOf: () => '',
    navigate: ignore,
  } satisfies Partial<ConsoleProps>);
}
