import * as React from 'react';
import { createElement, Fragment, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import type { AppProps } from 'single-spa';
import singleSpaReact from 'single-spa-react';
import type { Console, ConsoleProps, ConsoleUpdate } from '../app/context/console-props.ts';
import { CrashBoundary } from './crash-boundary.tsx';
import { settled } from './settle.ts';

/** One console in its React root. */
export interface Running {
  /** Resolves once the first picture is there and its effects have run, or with its crash. */
  mounted: Promise<void>;
  update: (changes: ConsoleUpdate) => void;
  /** Takes the console out of its root and ends what it started; always resolves. */
  unmount: () => Promise<void>;
}

export interface StartOptions {
  props: ConsoleProps;
  /** The console is gone from its root and cannot come back by itself; called once, with the id the crash is reported under. */
  onCrash: (error: unknown, id: string) => void;
  /** What went wrong on the way out; everything is let go of nevertheless. */
  onUnmountError: (error: unknown) => void;
}

/** Starts a console; throws what `createConsole` throws. */
export type StartConsole = (options: StartOptions) => Running;

/** A console through single-spa-react, with what that leaves open (docs/decisions.md): roots without options, and promises that stay open after a crash. */
export function startConsole(createConsole: (props: ConsoleProps) => Console, options: StartOptions): Running {
  const { props } = options;
  const name = props.mountId;
  const made = createConsole(props);
  let ended = false;
  let crashed: (error: unknown) => void = () => undefined;

  const crash = new Promise<void>((resolve) => {
    crashed = (error) => {
      if (ended) return options.onUnmountError(error);
      resolve();
      options.onCrash(error, made.reportCrash(error));
      crashed = () => undefined;
    };
  });

  let onEffects = () => {};
  const effects = new Promise<void>((resolve) => {
    onEffects = resolve;
  });

  const lifecycles = singleSpaReact({
    React,
    ReactDOMClient: {
      createRoot: (root: Element) =>
        createRoot(root, { identifierPrefix: `${name}-`, onUncaughtError: (error) => crashed(error) }),
    },
    rootComponent: () => (
      <CrashBoundary onCrash={(error) => crashed(error)}>
        {made.element}
        <Last onEffects={onEffects} />
      </CrashBoundary>
    ),
    // Reached only where the boundary above crashes itself: then there is nothing to show, and the crash is told.
    errorBoundary: (error) => {
      crashed(error);
      return createElement(Fragment);
    },
  });

  // single-spa-react finds its roots by name, across all mounts of this module.
  const given = { name, domElement: props.root } as unknown as AppProps;
  let painted = false;
  const rendered = Promise.resolve(lifecycles.mount(given)).then(() => {
    painted = true;
  });

  return {
    mounted: settled(Promise.race([Promise.all([rendered, effects]), crash])),
    update: (changes) => made.update(changes),
    async unmount() {
      ended = true;
      try {
        const gone = lifecycles.unmount(given);
        // A root that was never painted has nothing that would tell of its end.
        if (painted) await settled(Promise.resolve(gone));
      } catch (error) {
        options.onUnmountError(error);
      }
      try {
        made.dispose();
      } catch (error) {
        options.onUnmountError(error);
      }
    },
  };
}

/** Drawn behind everything else: its effects come after all others. */
function Last({ onEffects }: { onEffects: () => void }) {
  useEffect(onEffects, [onEffects]);
  return null;
}
