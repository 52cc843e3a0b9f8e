import type { HostEvent, HostProps } from '../../src/app/context/host-api.ts';

/**
 * `<quartermaster-console src basename …>`: the console, mounted while the element is in the page. Attributes: `src` (required, the
 * module's address), `basename`, `api-base`, `routing`, `color-scheme`, `active-instance-id`, `contract-version` and `name`. Each event is
 * sent as `quartermaster`, with the event as its `detail`.
 */
export declare class QuartermasterConsoleElement extends HTMLElement {
  /** All other props; set a new object to change them. */
  props: Omit<HostProps, 'domElement' | 'domElementGetter'>;
}

declare global {
  interface HTMLElementTagNameMap {
    'quartermaster-console': QuartermasterConsoleElement;
  }
  interface HTMLElementEventMap {
    quartermaster: CustomEvent<HostEvent>;
  }
}
