import type {
  HostEvent,
  HostProps,
  MountedPart,
  PartEvent,
  PartProps,
  Quartermaster,
} from '../../src/app/context/host-api.ts';

type PartName = Parameters<Quartermaster['mountPart']>[0];

interface OnError {
  onError?: ((event: Extract<HostEvent, { type: 'error' }>) => void) | undefined;
}

/**
 * `<quartermaster-console src basename …>`: the console, mounted while the element is in the page. Attributes: `src` (required, the
 * module's address), `basename`, `api-base`, `routing`, `color-scheme`, `active-instance-id`, `contract-version` and `name`. Each event is
 * sent as `quartermaster`, with the event as its `detail`.
 */
export declare class QuartermasterConsoleElement extends HTMLElement {
  /** All other props; set a new object to change them. `onError` is called with each `error` event, also if the module cannot be loaded. */
  props: Omit<HostProps, 'domElement' | 'domElementGetter'> & OnError;
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

/**
 * `<quartermaster-part src name …>`: a part of the console, mounted while the element is in the page. Attributes: `src` and `name`
 * (required), `template-id`, `label`, `query`, `api-base`, `color-scheme`, `active-instance-id` and `contract-version`. Each event is sent
 * as `quartermaster`, with the event as its `detail`.
 */
export declare class QuartermasterPartElement<Name extends PartName = PartName> extends HTMLElement {
  /** All other props; set a new object to change them. */
  props: Partial<Omit<PartProps<Name>, 'domElement'>> & OnError;
  /** The methods of the mounted part; `null` until it is mounted. */
  readonly mounted: MountedPart<Name> | null;
}

/** The attributes of the element of a part in JSX. */
export interface QuartermasterPartAttributes {
  src: string;
  name: PartName;
  'template-id'?: string | undefined;
  label?: string | undefined;
  query?: string | undefined;
  'api-base'?: string | undefined;
  'color-scheme'?: HostProps['colorScheme'];
  'active-instance-id'?: number | string | undefined;
  'contract-version'?: number | string | undefined;
  props?: QuartermasterPartElement['props'] | undefined;
  id?: string | undefined;
  className?: string | undefined;
  /** React 19. */
  onquartermaster?: ((event: CustomEvent<PartEvent>) => void) | undefined;
  ref?: unknown;
  key?: string | number | null | undefined;
}

interface JsxElements {
  'quartermaster-console': QuartermasterConsoleAttributes;
  'quartermaster-part': QuartermasterPartAttributes;
}

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements extends JsxElements {}
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'quartermaster-console': QuartermasterConsoleElement;
    'quartermaster-part': QuartermasterPartElement;
  }
  interface HTMLElementEventMap {
    quartermaster: CustomEvent<HostEvent>;
  }
}
