import type { ConsoleProps } from '../../app/context/console-props.ts';
import type { Frame } from '../isolation/frame.ts';
import type { HostNavigation } from '../isolation/host-navigation.ts';
import { createRouterWindow } from '../isolation/router-window.ts';
import { askForToken } from './ask-for-token.ts';
import type { HostProps } from './host-props.ts';

interface Place {
  mountId: string;
  frame: Frame;
  basename: string;
  moduleOrigin: string;
  hostNavigation: HostNavigation;
}

/** The console's props: the host's, with defaults as in docs/embedding.md. */
export function toConsoleProps(props: HostProps, place: Place): Omit<ConsoleProps, 'onEvent'> {
  return {
    mountId: place.mountId,
    root: place.frame.root,
    overlay: place.frame.overlay,
    apiBase: (props.apiBase ?? place.moduleOrigin).replace(/\/+$/, ''),
    basename: place.basename,
    routing: props.routing ?? 'url',
    routerWindow: createRouterWindow(window, place.basename, place.hostNavigation),
    // Looked up on each call, because a host may wrap it later for tracing or tests.
    fetch: props.fetch ?? ((...request) => window.fetch(...request)),
    colorScheme: props.colorScheme,
    activeInstanceId: props.activeInstanceId,
    getAccessToken: props.getAccessToken && askForToken(props.getAccessToken),
    nonce: props.nonce,
    sentry: props.sentry,
    ownsDocument: false,
    navigate: props.navigate ?? ((to) => window.location.assign(to)),
  };
}
