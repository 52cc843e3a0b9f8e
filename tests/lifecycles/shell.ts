import { onTestFinished } from 'vitest';
import type { Console, ConsoleProps } from '../../src/app/context/console-props.ts';
import type { HostEvent } from '../../src/app/context/host-api.ts';
import { contractOf } from '../../src/lifecycles/contract.ts';
import { createLifecycles } from '../../src/lifecycles/create-lifecycles.ts';
import { isWithin } from '../../src/lifecycles/isolation/router-window.ts';
import type { Dependencies } from '../../src/lifecycles/mount.ts';
import { startConsole } from '../../src/lifecycles/start-console.tsx';
import { timeout } from '../support/timeout.ts';

/** A host page with a slot, and the lifecycles as its module; everything that a test mounts is unmounted at its end. */
export function openShell(createConsole: (props: ConsoleProps) => Console, dependencies: Partial<Dependencies> = {}) {
  const slot = document.createElement('main');
  document.body.append(slot);
  const events: HostEvent[] = [];
  const names = new Set<string>();

  const lifecycles = createLifecycles({
    contract: contractOf({ version: '1.2.3', commit: null, id: '1.2.3-0' }),
    loadConsole: async () => (options) => startConsole(createConsole, options),
    stylesheet: { hold: () => ({ ready: Promise.resolve(), release: () => undefined }) },
    moduleOrigin: 'https://console.test',
    ...dependencies,
  });

  const props = (given: Record<string, unknown> = {}) => ({
    name: 'content',
    domElementGetter: () => slot,
    onEvent: (event: HostEvent) => events.push(event),
    ...given,
  });

  onTestFinished(async () => {
    for (const name of names) await lifecycles.unmount({ name });
    slot.remove();
  });

  return {
    slot,
    events,
    lifecycles,
    props,
    mount(given: Record<string, unknown> = {}) {
      const all = props(given);
      names.add(String(all.name));
      // As a host does, which shows the console at that address.
      const { basename } = given;
      if (typeof basename === 'string' && basename.startsWith('/') && !isWithin(location.pathname, basename))
        history.replaceState(null, '', basename);
      return lifecycles.mount(all);
    },
    unmount: (given: Record<string, unknown> = {}) => lifecycles.unmount(props(given)),
    update: (given: Record<string, unknown>) => lifecycles.update(props(given)),
    panel: () => slot.querySelector('[data-qm-panel]')?.shadowRoot ?? null,
    root: () => slot.querySelector<HTMLElement>('[data-qm-root]'),
    overlays: () => [...document.querySelectorAll('[data-qm-overlay]')],
  };
}

/** Settles like the promise, or reports that it did not settle in time. */
export async function outcome(promise: Promise<unknown>): Promise<string> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve('open'), timeout);
  });
  const done = promise.then(
    () => 'resolved',
    (error) => `rejected: ${error}`,
  );
  return Promise.race([done, late]).finally(() => clearTimeout(timer));
}
