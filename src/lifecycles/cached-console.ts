import type { HostProps } from '../app/context/host-api.ts';
import type { Frame } from './isolation/frame.ts';
import type { RouterWindow } from './isolation/router-window.ts';
import type { Running } from './start-console.tsx';
import type { View } from './view.ts';

/** How long a console is kept, in milliseconds. */
export const keptFor = 5 * 60 * 1000;

/** A console that is hidden and not in the page: its React root, its elements, their view and its window. */
export interface KeptConsole {
  running: Running;
  frame: Frame;
  view: View;
  routerWindow: RouterWindow;
}

/** The place for the console that was unmounted last. */
export interface KeptConsoles {
  keep: (name: string, props: HostProps, cached: KeptConsole) => void;
  /** Returns the console of this name, unless it was mounted with other props; it is no longer kept here in either case. */
  take: (name: string, props: HostProps) => KeptConsole | undefined;
  /** Unmounts the console of this name, or whichever it is, as nobody may see it any more. */
  discard: (name?: string) => void;
}

interface Last {
  name: string;
  options: string;
  cached: KeptConsole;
  at: number;
  timer: ReturnType<typeof setTimeout>;
}

/**
 * Keeps the rendered console from its unmount to the next mount, for at most five minutes. Only one of all mounts, as it has thousands of
 * nodes.
 */
export function createKeptConsoles(): KeptConsoles {
  let last: Last | null = null;
  const discard = (name?: string) => {
    if (!last || (name !== undefined && last.name !== name)) return;
    const { cached, timer } = last;
    last = null;
    clearTimeout(timer);
    // Another console may have caused this while React renders it.
    queueMicrotask(() => void cached.running.unmount());
  };
  return {
    keep: (name, props, cached) => {
      discard();
      last = { name, options: optionsOf(props), cached, at: Date.now(), timer: setTimeout(discard, keptFor) };
    },
    take: (name, props) => {
      if (last?.name !== name) return undefined;
      // The timers of a page that the browser has frozen are late.
      if (last.options !== optionsOf(props) || Date.now() - last.at > keptFor) discard();
      const taken = last;
      last = null;
      clearTimeout(taken?.timer);
      return taken?.cached;
    },
    discard,
  };
}

/** True if a dialog, menu or toast is open; closed lists of choices stay in the overlay, without being displayed. */
export const isAnythingOpen = ({ root, overlay }: Frame): boolean =>
  [...overlay.querySelectorAll('*')].some(
    (element) =>
      (element.tagName === 'IFRAME' || (element.childElementCount === 0 && element.textContent !== '')) &&
      element.closest('[style*="display: none"]') === null,
  ) || root.querySelector('[aria-haspopup][aria-expanded="true"]') !== null;

/** The props that a console cannot change, as text; of functions, whether they are given. */
function optionsOf(props: HostProps): string {
  const { contractVersion, apiBase, basename, routing, chrome, only, theme, activeInstanceId, nonce, sentry } = props;
  const { getAccessToken, fetch, onMenu, onLeave, navigate, extensions } = props;
  return JSON.stringify([
    { contractVersion, apiBase, basename, routing, chrome, only, theme, activeInstanceId, nonce, sentry },
    [getAccessToken, fetch, onMenu, onLeave, navigate].map((callback) => callback !== undefined),
    (extensions ?? []).map(({ cell, ...others }) => [others, cell !== undefined]),
  ]);
}
