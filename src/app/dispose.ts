import type { ConsoleProps } from './context/console-props.ts';

/** Takes the place of the nodes of a console that has ended: what comes late touches nothing on the page. */
const nowhere = document.createElement('div');

/**
 * Takes its nodes and its host from a console that has ended. An engine may keep a call for the life of the page (V8 does so
 * with the first object of a kind that TanStack Query makes), and with it whatever can be reached from there: the way to a
 * whole mount ends here.
 */
export function dispose(props: ConsoleProps) {
  const nothing = () => undefined;
  Object.assign(props, {
    root: nowhere,
    overlay: nowhere,
    onEvent: nothing,
    navigate: nothing,
  } satisfies Partial<ConsoleProps>);
}
