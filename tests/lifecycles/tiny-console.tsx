import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { Console, ConsoleProps, ConsoleUpdate } from '../../src/app/context/console-props.ts';
import { randomId } from '../../src/lifecycles/random-id.ts';

/** The test's handle of a created console. */
export interface Made {
  props: ConsoleProps;
  updates: ConsoleUpdate[];
  disposed: number;
  /** Makes the next rendering throw. */
  crash: (message: string) => void;
}

interface State {
  scheme: string;
  crash?: string;
}

interface Store {
  get: () => State;
  set: (changes: Partial<State>) => void;
  subscribe: (listener: () => void) => () => void;
}

interface Behaviour {
  onCreate?: () => void;
  onRender?: () => void;
  takesFocus?: boolean;
  /** Never, if omitted. */
  shown?: Promise<void>;
}

/** Minimal consoles: they show their scheme, count clicks, and crash on demand; the oldest is first. */
export function createTinyConsoles(behaviour: Behaviour = {}) {
  const made: Made[] = [];

  const createConsole = (props: ConsoleProps): Console => {
    behaviour.onCreate?.();
    const store = createStore({ scheme: props.colorScheme ?? 'light' });
    const record: Made = { props, updates: [], disposed: 0, crash: (message) => store.set({ crash: message }) };
    made.push(record);
    return {
      ready: Promise.resolve(),
      whenVisible: () => behaviour.shown ?? new Promise(() => undefined),
      element: <Tiny store={store} behaviour={behaviour} />,
      update(changes) {
        record.updates.push(changes);
        if (changes.colorScheme) store.set({ scheme: changes.colorScheme });
      },
      perform: async () => ({ isDone: true }),
      goTo: () => undefined,
      canPause: () => false,
      pause: () => undefined,
      admits: async () => false,
      resume: () => undefined,
      reportCrash: () => randomId(),
      dispose() {
        record.disposed += 1;
      },
    };
  };

  return { made, createConsole };
}

function Tiny({ store, behaviour }: { store: Store; behaviour: Behaviour }) {
  const { scheme, crash } = useSyncExternalStore(store.subscribe, store.get);
  const [count, setCount] = useState(0);
  behaviour.onRender?.();
  const ref = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (behaviour.takesFocus) ref.current?.focus();
  }, [behaviour]);
  if (crash) throw new Error(crash);
  return (
    <button ref={ref} type="button" onClick={() => setCount(count + 1)}>
      {`clicks ${count}, ${scheme}`}
    </button>
  );
}

function createStore(initial: State): Store {
  let state = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => state,
    set(changes) {
      state = { ...state, ...changes };
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
