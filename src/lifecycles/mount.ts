import type { ConsoleUpdate } from '../app/context/console-props.ts';
import type { Contract, ErrorPhase, HostEvent } from '../app/context/host-api.ts';
import type { OriginNotAllowedError } from './allowed-origin.ts';
import { keepFocus } from './isolation/focus.ts';
import { createFrame } from './isolation/frame.ts';
import { guardLeaving } from './isolation/leave-guard.ts';
import { watchPresses } from './isolation/presses.ts';
import type { Stylesheet, StylesheetLease } from './isolation/stylesheet.ts';
import { limits } from './limits.ts';
import { nextTask } from './next-task.ts';
import { versionProblem } from './props/check-version.ts';
import { findParent, shadowProblem } from './props/find-parent.ts';
import { missingFeatures, missingFeaturesProblem } from './props/missing-features.ts';
import { readHostProps, readUpdate } from './props/read-props.ts';
import { removedProblem } from './props/removed-release.ts';
import { toConsoleProps } from './props/to-console-props.ts';
import { randomId } from './random-id.ts';
import { createFlightRecorder } from './recorder/flight-recorder.ts';
import { createSlot } from './slot.ts';
import type { Running, StartConsole } from './start-console.tsx';
import { atMost, within } from './within.ts';

export interface Dependencies {
  contract: Contract;
  /** Loads React and the console: in a chunk of its own, so that a failed load can be retried. */
  loadConsole: () => Promise<StartConsole>;
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
  update: (given: unknown) => Promise<void>;
  end: () => Promise<void>;
}

/** The name of a mount without one, in a host without single-spa. */
export const defaultName = 'quartermaster';

const chunkFailed = 'A part of the console could not be loaded. Check the connection, then try again.';
const crashed =
  'A major problem occurred. Please try again. If it keeps happening, contact support and quote this error ID.';

/** For developers of hosts, who may not listen to events. */
function logForHost(sentences: string[]) {
  // biome-ignore lint/suspicious/noConsole: the browser's console is where they look first
  for (const sentence of sentences) console.error(`Quartermaster: ${sentence}`);
}

export function createMount(given: unknown, dependencies: Dependencies): Mount {
  const { contract, loadConsole, stylesheet, moduleOrigin, removedRelease } = dependencies;
  const recorder = createFlightRecorder(`Quartermaster ${contract.release.id}, host contract ${contract.version}`);
  recorder.mounted(given);
  const { props, problems } = readHostProps(given);
  const name = props.name ?? defaultName;
  const own = findParent(props, name);
  const overlayProblem = shadowProblem('portalParent', props.portalParent);
  for (const problem of [own.problem, overlayProblem]) if (problem) problems.push(problem);
  const mountId = `qm-${randomId()}`;
  const frame = createFrame(mountId, own.parent, props.portalParent);
  const nodes = [frame.root, frame.overlay];
  const focus = keepFocus(nodes);
  const presses = watchPresses(nodes);
  const basename = props.basename?.replace(/\/+$/, '') || '/';
  const leaving = guardLeaving(basename);

  const hostNavigation = {
    isDirty: leaving.isDirty,
    goTo: (url: URL, isReplace: boolean) => running?.goTo(url, isReplace),
  };

  let running: Running | null = null;
  let hold: StylesheetLease | null = null;
  let changes: ConsoleUpdate = {};
  let crashing: Promise<void> | null = null;
  let ended = false;
  let onEnd = () => {};
  const leaves = new Promise<null>((resolve) => {
    onEnd = () => resolve(null);
  });
  let wasShown = false;

  const emit = (event: HostEvent) => {
    if (event.type === 'dirty') leaving.setDirty(event.isDirty);
    recorder.event(event);
    try {
      props.onEvent?.(event.type === 'error' ? { ...event, recent: recorder.entries() } : event);
    } catch (error) {
      // An error in the host's callback is reported, but must not stop the console.
      reportError(error);
    }
  };

  const tell = (phase: ErrorPhase, error: unknown, fatal: boolean, id = randomId()): string => {
    const message = error instanceof Error ? error.message : String(error);
    emit({ type: 'error', phase, fatal, id, message });
    return id;
  };

  const slot = createSlot({
    root: frame.root,
    colorScheme: () => changes.colorScheme ?? props.colorScheme,
    report: (phase, error, id) => tell(phase, error, true, id),
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
    // After the React commit that crashed.
    await Promise.resolve();
    await stopped?.unmount();
  };

  const onCrash = async (error: unknown, id: string | undefined) => {
    await stop();
    if (!ended) slot.fail('render', error, crashed, id);
  };

  const onNotAllowed = async (error: OriginNotAllowedError) => {
    await stop();
    if (!ended) slot.refuseUntilAllowed(error, error.sentences);
  };

  const load = async (): Promise<StartConsole | null> => {
    const before = hold;
    hold = stylesheet.hold(props.nonce);
    before?.release();
    slot.showPlaceholder();
    try {
      const loading = Promise.all([loadConsole(), hold.ready]);
      // After the host has unmounted, pending loads are no longer awaited.
      const loaded = await within(Promise.race([loading, leaves]), limits.load, 'Loading the console takes too long.');
      return loaded?.[0] ?? null;
    } catch (error) {
      // A retry must not wait for the same request.
      hold.release();
      hold = null;
      if (!ended) slot.fail('load', error, chunkFailed);
      return null;
    }
  };

  const attempt = async () => {
    const start = await load();
    if (!start || ended) return;
    // Evaluating the code and starting the console are long enough for a task each: the host's page reacts between them.
    await nextTask();
    if (ended) return;
    const place = { mountId, frame, basename, moduleOrigin, hostNavigation, onNotAllowed };
    let started: Running;
    try {
      started = start({
        props: {
          ...toConsoleProps(props, place),
          ...changes,
          onEvent: emit,
          onRoute: (pattern) => {
            recorder.route(pattern);
            frame.root.dataset.qmPage = pattern;
          },
          detailsOf: recorder.text,
        },
        onCrash: (error, id) => {
          crashing = onCrash(error, id);
        },
        onUnmountError: (error) => tell('unmount', error, false),
      });
    } catch (error) {
      slot.fail('render', error, crashed);
      return;
    }
    running = started;
    await started.mounted;
    await crashing;
    // It may have been stopped in the meantime, and another attempt may be running.
    if (ended || running !== started) return;
    slot.removePlaceholder();
    focus.returnAfterMount();
    emit({ type: 'ready' });
    void tellShown(started);
  };

  /** Once per mount: a retry after a crash shows a page again. */
  const tellShown = async (started: Running) => {
    await started.shown();
    if (wasShown || ended || running !== started) return;
    wasShown = true;
    emit({ type: 'shown' });
  };

  return {
    name,
    parent: own.parent,

    async start() {
      // A host may wait for it, and show nothing else in the meantime.
      if (removedRelease) return slot.refuse('load', removedProblem(removedRelease, contract.release));
      const unsupported = versionProblem(props.contractVersion, contract);
      if (unsupported) return slot.refuse('version', unsupported);
      const missing = missingFeatures();
      if (missing.length > 0) return slot.refuse('load', missingFeaturesProblem(missing));
      if (problems.length === 0) return atMost(attempt(), limits.mount);
      const sentences = problems.map(({ sentence }) => sentence);
      logForHost(sentences);
      slot.refuse('load', sentences);
    },

    async update(next) {
      recorder.updated(next);
      const read = readHostProps(next);
      // The user's unsaved input is more important than showing an error panel for invalid props.
      for (const { sentence } of read.problems) tell('update', new Error(sentence), false);
      logForHost(read.problems.map(({ sentence }) => sentence));
      const update = readUpdate(read.props);
      changes = { ...changes, ...update };
      try {
        running?.update(update);
      } catch (error) {
        tell('update', error, false);
      }
    },

    async end() {
      if (ended) return;
      ended = true;
      onEnd();
      leaving.stop();
      presses.cancel();
      const returnFocus = focus.end();
      await running?.unmount();
      running = null;
      presses.stop();
      slot.remove();
      frame.remove();
      if (own.made) own.parent.remove();
      hold?.release();
      returnFocus();
      emit({ type: 'disposed' });
    },
  };
}
