import type { ConsoleProps } from '../../app/context/console-props.ts';
import type { HostProps } from '../../app/context/host-api.ts';
import { type OriginNotAllowedError, watchOrigin } from '../allowed-origin.ts';
import type { Frame } from '../isolation/frame.ts';
import type { RouterWindow } from '../isolation/router-window.ts';
import { checkedAccessToken } from './checked-access-token.ts';

/** What a mount adds to the props of its host. */
interface MountContext {
  frame: Frame;
  basename: string;
  moduleOrigin: string;
  routerWindow: RouterWindow;
  onNotAllowed: (error: OriginNotAllowedError) => void;
  unmounting: Promise<unknown>;
  discardKept: () => void;
}

/** Looked up on each call, because a host may wrap it later for tracing or tests. */
const pageFetch: typeof globalThis.fetch = (...request) => window.fetch(...request);

/** The console's props: the host's, with defaults as in docs/embedding.md. */
export function toConsoleProps(
  props: HostProps,
  context: MountContext,
): Omit<ConsoleProps, 'onEvent' | 'onRoute' | 'detailsOf'> {
  const apiBase = (props.apiBase ?? context.moduleOrigin).replace(/\/+$/, '');
  return {
    mountId: context.frame.mountId,
    root: context.frame.root,
    overlay: context.frame.overlay,
    apiBase,
    basename: context.basename,
    routing: props.routing ?? 'url',
    routerWindow: context.routerWindow.window,
    fetch: watchOrigin(props.fetch ?? pageFetch, apiBase, context.onNotAllowed, context.unmounting),
    colorScheme: props.colorScheme,
    onMenu: props.onMenu && harmless(props.onMenu),
    onLeave: props.onLeave && harmless(props.onLeave),
    chrome: props.chrome,
    only: props.only,
    theme: props.theme,
    extensions: props.extensions,
    activeInstanceId: props.activeInstanceId,
    getAccessToken: props.getAccessToken && checkedAccessToken(props.getAccessToken),
    discardKept: context.discardKept,
    nonce: props.nonce,
    sentry: props.sentry,
    ownsDocument: false,
    navigate: props.navigate ?? ((to) => window.location.assign(to)),
  };
}

/** A callback of the host whose error is reported, but must not stop the console. */
function harmless<T>(callback: (value: T) => void): (value: T) => void {
  return (value) => {
    try {
      callback(value);
    } catch (error) {
      reportError(error);
    }
  };
}
