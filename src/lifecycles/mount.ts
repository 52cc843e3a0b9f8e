import type { ConsoleUpdate } from '../app/context/console-props.ts';
import type { Contract } from '../app/context/host-api.ts';
import type { AnyPart, PartAction, PartResult } from '../app/context/part.ts';
import type { OriginNotAllowedError } from './allowed-origin.ts';
import { isAnythingOpen, type KeptConsole, type KeptConsoles } from './cached-console.ts';
import { createConsoleLoader } from './console-loader.ts';
import { createContainer } from './container.ts';
import { createFallback } from './fallback.ts';
import { createHostEvents } from './host-events.ts';
import type { Frame } from './isolation/frame.ts';
import { createRouterWindow, type RouterWindow } from './isolation/router-window.ts';
import type { Stylesheet } from './isolation/stylesheet.ts';
import { limits } from './limits.ts';
import { nextTask } from './next-task.ts';
import { outsideProblem } from './props/outside-problem.ts';
import type { ReadPart } from './props/read-part.ts';
import { readHostProps, readUpdate } from './props/read-props.ts';
import { refusalOf } from './props/refusal.ts';
import { toConsoleProps } from './props/to-console-props.ts';
import { createFlightRecorder, type FlightRecorder } from './recorder/flight-recorder.ts';
import type { Running, StartConsole, StartOptions } from './start-console.tsx';
import { readView, type View } from './view.ts';
import { atMost } from './within.ts';

export interface Dependencies {
  contract: Contract;
  /** Loads React and the console, with the nonce for scripts: in a chunk of its own, so that a failed load can be retried. */
  loadConsole: (nonce?: string) => Promise<StartConsole>;
  /** Begins to load the code of a part, with the nonce that `loadConsole` was called with. */
  loadPartCode?: () => Promise<unknown>;
  stylesheet: Stylesheet;
  /** The origin of this module, and by default of the API. */
  moduleOrigin: string;
  /** A release that the host has pinned and the server no longer has; this module replaces it. */
  removedRelease?: string | null;
}

/** One console on a page; every method resolves, even on errors. */
export interface Mount {
  name: string;
  parent: HTMLElement;
  start: () => Promise<void>;
  update: (hostProps: unknown, part?: AnyPart) => Promise<void>;
  /** Calls a method of the part, once it is on the screen. */
  perform: (action: PartAction) => Promise<PartResult>;
  end: () => Promise<void>;
}

/** The result of a method of a part that is gone from the page. */
export const unmounted: PartResult = { isDone: false, reason: 'unmounted', message: 'The part has been unmounted.' };
const notShown: PartResult = { isDone: false, reason: 'not-shown', message: 'The part is not on the screen.' };

/** The name of a mount without one, in a host without single-spa. */
export const defaultName = 'quartermaster';

const chunkFailed = 'A part of the console could not be loaded. Check the connection, then try again.';
const crashed =
  'A major problem occurred. Please try again. If it keeps happening, contact support and quote this error ID.';

/** Shows problems to the host's developers even if the host does not listen to `error` events. */
function logForHost(sentences: string[]) {
  // biome-ignore lint/suspicious/noConsole: the browser's console is where they look first
  for (const sentence of sentences) console.error(`Quartermaster: ${sentence}`);
}

/** Records the pages that a console shows, and puts the current one at its root for the host. */
const recorded = (recorder: FlightRecorder, root: HTMLElement) => ({
  onRoute: (pattern: string) => {
    recorder.route(pattern);
    root.dataset.qmPage = pattern;
  },
  detailsOf: recorder.text,
});

/** Sends whether a console is shown: once per mount, as a retry after a crash shows a page again. */
function createShownEvent(isCurrent: (started: Running) => boolean, send: () => void) {
  let wasShown = false;
  return {
    wasSent: () => wasShown,
    sendOnce: async (started: Running) => {
      await started.whenVisible();
      if (wasShown || !isCurrent(started)) return;
      wasShown = true;
      send();
    },
  };
}

/** Mounts the console, or with `values` a part of it. */
export function createMount(
  hostProps: unknown,
  dependencies: Dependencies,
  keptConsoles: KeptConsoles,
  values?: ReadPart,
): Mount {
  const { contract, moduleOrigin, removedRelease } = dependencies;
  const recorder = createFlightRecorder(`Quartermaster ${contract.release.id}, host contract ${contract.version}`);
  recorder.mounted(hostProps);
  const { props, problems } = readHostProps(hostProps);
  const name = props.name ?? defaultName;
  const container = createContainer(props, name);
  problems.push(...container.problems, ...(values?.problems ?? []));
  const { basename, leaving } = container;

  const hostNavigation = {
    isDirty: leaving.isDirty,
    goTo: (url: URL, isReplace: boolean) => running?.goTo(url, isReplace),
  };

  const loader = createConsoleLoader(dependencies, props.nonce);
  let running: Running | null = null;
  let routerWindow: RouterWindow | null = null;
  let isResumed = false;
  let updates: ConsoleUpdate = values?.part ? { part: values.part } : {};
  let crashing: Promise<void> | null = null;
  let ended = false;
  let onUnmounting = () => {};
  const unmounting = new Promise<null>((resolve) => {
    onUnmounting = () => resolve(null);
  });

  let onReady = () => {};
  const ready = new Promise<void>((resolve) => {
    onReady = resolve;
  });

  const { emit, emitError } = createHostEvents(props, recorder, leaving);

  const isCurrent = (started: Running) => !ended && running === started;
  const shownEvent = createShownEvent(isCurrent, () => emit({ type: 'shown' }));

  const fallback = createFallback({
    root: () => container.frame().root,
    colorScheme: () => updates.colorScheme ?? props.colorScheme,
    report: (phase, error, id) => emitError(phase, error, true, id),
    detailsOf: recorder.text,
    onRetry: () => {
      recorder.retried();
      void attempt();
    },
  });

  const stop = async () => {
    const stopped = running;
    running = null;
    leaving.setDirty(false);
    // React calls `onCrash` within the commit that crashed: unmount only after it.
    await Promise.resolve();
    await stopped?.unmount();
  };

  const onCrash = async (error: unknown, id: string | undefined) => {
    await stop();
    if (!ended) fallback.fail('render', error, crashed, id);
  };

  const onNotAllowed = async (error: OriginNotAllowedError) => {
    await stop();
    if (!ended) fallback.refuseUntilAllowed(error, error.sentences);
  };

  const load = async (): Promise<StartConsole | null> => {
    fallback.showPlaceholder();
    try {
      // After the host has unmounted, pending loads are no longer awaited.
      return await loader.load(unmounting);
    } catch (error) {
      if (!ended) fallback.fail('load', error, chunkFailed);
      return null;
    }
  };

  const optionsFor = (frame: Frame, itsWindow: RouterWindow): StartOptions => {
    const discardKept = () => keptConsoles.discard();
    const context = { frame, basename, moduleOrigin, routerWindow: itsWindow, onNotAllowed, unmounting, discardKept };
    return {
      props: { ...toConsoleProps(props, context), ...updates, onEvent: emit, ...recorded(recorder, frame.root) },
      onCrash: (error, id) => {
        crashing = onCrash(error, id);
      },
      onUnmountError: (error) => emitError('unmount', error, false),
    };
  };

  /** The console of the mount before this one, unless it must not be shown here. */
  const admit = async (cached: KeptConsole | undefined) =>
    (await cached?.running.admits(optionsFor(cached.frame, cached.routerWindow))) ? cached : undefined;

  const begin = async (start: StartConsole) => {
    // Evaluating the code and starting the console are long enough for a task each: the host's page reacts between them.
    await nextTask();
    if (ended) return;
    routerWindow = createRouterWindow(window, basename, hostNavigation);
    running = start(optionsFor(container.frame(), routerWindow));
  };

  /** Returns the view to restore once the console is mounted; at another address there is none. */
  const resume = ({ running: cached, frame, view: before, routerWindow: itsWindow }: KeptConsole) => {
    container.replaceFrame(frame);
    const view = itsWindow.hasMoved() ? undefined : before;
    // React has hidden the elements themselves, and what is not displayed cannot be scrolled.
    for (const child of frame.root.children) if (child instanceof HTMLElement) child.style.display = '';
    view?.scroll();
    routerWindow = itsWindow;
    isResumed = true;
    running = cached;
    cached.resume();
    itsWindow.resume(hostNavigation);
    cached.update(updates);
    return view;
  };

  const attempt = async () => {
    // At the end of it, the host may have moved on, and unmounts only once the mount has ended.
    const outside = outsideProblem(props, basename);
    const cached = values ? undefined : keptConsoles.take(name, props);
    const [start, admitted] = await Promise.all([load(), admit(cached)]);
    if (cached && (!admitted || !start || ended)) await cached.running.unmount();
    if (!start || ended) return;
    let view: View | undefined;
    try {
      if (admitted) view = resume(admitted);
      else await begin(start);
    } catch (error) {
      fallback.fail('render', error, crashed);
      return;
    }
    const started = running;
    if (!started) return;
    await started.mounted;
    await crashing;
    // It may have been stopped in the meantime, and another attempt may be running.
    if (!isCurrent(started)) return;
    if (outside) {
      await stop();
      logForHost([outside]);
      return fallback.refuse('load', [outside]);
    }
    fallback.removePlaceholder();
    container.returnFocusAfterMount();
    view?.scroll();
    view?.focus();
    emit({ type: 'ready' });
    onReady();
    void shownEvent.sendOnce(started);
  };

  /** Takes the console out of the page: to be shown again by the next mount if possible. */
  const leave = async (left: Running) => {
    const frame = container.frame();
    const isWhole = !values && (shownEvent.wasSent() || isResumed) && !isAnythingOpen(frame);
    // Before it is hidden.
    const view = readView(frame.root);
    if (isWhole && routerWindow && (await left.pause())) {
      routerWindow.pause();
      return { running: left, frame, view, routerWindow };
    }
    await left.unmount();
    return undefined;
  };

  return {
    name,
    parent: container.parent,

    async start() {
      const refusal = refusalOf(props, contract, removedRelease);
      if (refusal) return fallback.refuse(refusal.phase, refusal.sentences);
      // The host may wait for this promise before it renders anything else, so a slow load must not hold it up.
      if (problems.length === 0) return atMost(attempt(), limits.mount);
      const sentences = problems.map(({ sentence }) => sentence);
      logForHost(sentences);
      fallback.refuse('load', sentences);
    },

    async update(next, part) {
      recorder.updated(next);
      const read = readHostProps(next);
      const sentences = read.problems.map(({ sentence }) => sentence);
      // The user's unsaved input is more important than showing an error panel for invalid props.
      for (const sentence of sentences) emitError('update', new Error(sentence), false);
      logForHost(sentences);
      const update = { ...readUpdate(read.props), ...(part && { part }) };
      updates = { ...updates, ...update };
      try {
        running?.update(update);
      } catch (error) {
        emitError('update', error, false);
      }
    },

    async perform(action) {
      await atMost(Promise.race([ready, unmounting.then(() => undefined)]), limits.load);
      if (ended || !running) return ended ? unmounted : notShown;
      try {
        return await Promise.race([running.perform(action), unmounting.then(() => unmounted)]);
      } catch (error) {
        const id = emitError('update', error, false);
        return { isDone: false, reason: 'not-saved', message: `A problem occurred, with the error ID ${id}.` };
      }
    },

    async end() {
      if (ended) return;
      ended = true;
      onUnmounting();
      const left = running;
      running = null;
      const { remove, returnFocus } = container.end();
      const cached = await (left ? leave(left) : undefined);
      fallback.remove();
      remove();
      loader.release();
      if (cached) keptConsoles.keep(name, { ...props, ...updates }, cached);
      returnFocus();
      emit({ type: 'disposed' });
    },
  };
}
