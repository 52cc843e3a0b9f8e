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

/** The attributes of the element in JSX. */
export interface QuartermasterConsoleAttributes {
  src: string;
  basename?: string | undefined;
  'api-base'?: string | undefined;
  routing?: HostProps['routing'];
  'color-scheme'?: HostProps['colorScheme'];
  'active-instance-id'?: number | string | undefined;
  'contract-version'?: number | string | undefined;
  name?: string | undefined;
  props?: QuartermasterConsoleElement['props'] | undefined;
  id?: string | undefined;
  className?: string | undefined;
  /** React 19. */
  onquartermaster?: ((event: CustomEvent<HostEvent>) => void) | undefined;
  ref?: unknown;
  key?: string | number | null | undefined;
}

interface JsxElements {
  'quartermaster-console': QuartermasterConsoleAttributes;
}

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements extends JsxElements {}
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'quartermaster-console': QuartermasterConsoleElement;
  }
  interface HTMLElementEventMap {
    quartermaster: CustomEvent<HostEvent>;
  }
}
