import * as React from 'react';
import { createElement, Fragment, type ReactNode, startTransition, useEffect, useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import type { AppProps } from 'single-spa';
import singleSpaReact from 'single-spa-react';
import type { Console, ConsoleProps, ConsoleUpdate } from '../app/context/console-props.ts';
import { CrashBoundary } from './crash-boundary.tsx';
import { restoreNodes } from './restore-nodes.ts';
import { settled } from './settle.ts';

/** Missing in a React before 19.2, which a host may share. */
const { Activity } = React as { Activity?: typeof React.Activity };

/** A console in its React root. */
export interface Running {
  /** Resolves after the first render and its effects, or after a crash. */
  mounted: Promise<void>;
  whenVisible: Console['whenVisible'];
  update: (changes: ConsoleUpdate) => void;
  perform: Console['perform'];
  goTo: Console['goTo'];
  /**
   * Hides the console and stops everything that it does, so that its elements can leave the page; resolves to false if it cannot be shown
   * again later.
   */
  pause: () => Promise<boolean>;
  /** Prepares a paused console for another mount; resolves to true if it may be shown there: to the same user. */
  admits: (options: StartOptions) => Promise<boolean>;
  /** Shows a paused console that has been admitted, and rendered, before it returns. */
  resume: () => void;
  /** Unmounts and disposes the console; always resolves. */
  unmount: () => Promise<void>;
}

export interface StartOptions {
  props: ConsoleProps;
  /** Called once when the console has crashed and cannot recover, with the id of the crash report if there is one. */
  onCrash: (error: unknown, id: string | undefined) => void;
  /** Called for errors during unmounting; everything is disposed nevertheless. */
  onUnmountError: (error: unknown) => void;
}

/** Starts a console; throws what `createConsole` throws. */
export type StartConsole = (options: StartOptions) => Running;

/**
 * Starts a console through single-spa-react, and adds what that lacks (docs/decisions/embedding.md): root options, and
 * promises that settle after a crash.
 */
export function startConsole(createConsole: (props: ConsoleProps) => Console, options: StartOptions): Running {
  const { props } = options;
  let { onCrash, onUnmountError } = options;
  const name = props.mountId;
  const made = createConsole(props);
  const stage = createStage();
  const stopRestoring = restoreNodes([props.root, props.overlay]);
  let ended = false;
  let isPaused = false;
  let hasCrashed = false;
  let crashed: (error: unknown) => void = () => undefined;

  const crash = new Promise<void>((resolve) => {
    crashed = (error) => {
      if (ended) return onUnmountError(error);
      hasCrashed = true;
      if (isPaused) return onUnmountError(error);
      crashed = () => undefined;
      resolve();
      onCrash(error, reportOf(made, error));
    };
  });

  let onEffects = () => {};
  const effects = new Promise<void>((resolve) => {
    onEffects = resolve;
  });

  const lifecycles = singleSpaReact({
    React,
    ReactDOMClient: {
      createRoot: (element: Element) => {
        const root = createRoot(element, {
          identifierPrefix: `${name}-`,
          onUncaughtError: (error) => crashed(error),
        });
        if (props.ownsDocument) return root;
        // As a transition it is rendered in steps, between which the host's page reacts to its user.
        return {
          render: (node: ReactNode) => startTransition(() => root.render(node)),
          unmount: () => root.unmount(),
        };
      },
    },
    rootComponent: () => (
      <CrashBoundary onCrash={(error) => crashed(error)}>
        <Staged stage={stage}>
          {made.element}
          <Last onEffects={onEffects} />
        </Staged>
      </CrashBoundary>
    ),
    // Reached only if the boundary above crashes itself: renders nothing and reports the crash.
    errorBoundary: (error) => {
      crashed(error);
      return createElement(Fragment);
    },
  });

  // single-spa-react identifies its roots by name, across all mounts of this module.
  const appProps = { name, domElement: props.root } as unknown as AppProps;
  let isRendering = false;
  let painted = false;
  const rendered = made.ready.then(async () => {
    if (ended) return;
    isRendering = true;
    await lifecycles.mount(appProps);
    painted = true;
  });
  // Before the first render there is no error boundary to catch it.
  rendered.catch((error: unknown) => crashed(error));

  return {
    mounted: settled(Promise.race([Promise.all([rendered, effects]), crash])),
    whenVisible: () => made.whenVisible(),
    update: (changes) => made.update(changes),
    perform: (action) => made.perform(action),
    goTo: (url, isReplace) => made.goTo(url, isReplace),
    async pause() {
      if (!Activity || !painted || hasCrashed) return false;
      try {
        // The host may call this while React commits, and share our React: only after that can it render.
        await Promise.resolve();
        if (!made.canPause()) return false;
        isPaused = true;
        flushSync(() => stage.set('hidden'));
        made.pause();
      } catch (error) {
        hasCrashed = true;
        onUnmountError(error);
      }
      return !hasCrashed;
    },
    async admits(next) {
      ({ onCrash, onUnmountError } = next);
      return !hasCrashed && (await made.admits(next.props)) && !hasCrashed;
    },
    resume() {
      isPaused = false;
      made.resume();
      flushSync(() => stage.set('visible'));
    },
    async unmount() {
      ended = true;
      try {
        const unmounted = isRendering ? lifecycles.unmount(appProps) : undefined;
        // The promise of a root that was never rendered does not settle.
        if (painted) await settled(Promise.resolve(unmounted));
      } catch (error) {
        onUnmountError(error);
      }
      stopRestoring();
      try {
        made.dispose();
      } catch (error) {
        onUnmountError(error);
      }
    },
  };
}

/** The id of a crash's report; undefined if reporting fails, as the panel and the host still have to be notified. */
function reportOf(made: Console, error: unknown): string | undefined {
  try {
    return made.reportCrash(error);
  } catch {
    return undefined;
  }
}

interface Stage {
  get: () => 'visible' | 'hidden';
  set: (mode: 'visible' | 'hidden') => void;
  subscribe: (listener: () => void) => () => void;
}

function createStage(): Stage {
  const listeners = new Set<() => void>();
  let mode: 'visible' | 'hidden' = 'visible';
  return {
    get: () => mode,
    set: (next) => {
      mode = next;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** While it is hidden, React keeps the elements and the state, and has ended all effects. */
function Staged({ stage, children }: { stage: Stage; children: ReactNode }) {
  const mode = useSyncExternalStore(stage.subscribe, stage.get);
  return Activity ? <Activity mode={mode}>{children}</Activity> : children;
}

/** Rendered last, so that its effects run after all others. */
function Last({ onEffects }: { onEffects: () => void }) {
  useEffect(onEffects, [onEffects]);
  return null;
}
