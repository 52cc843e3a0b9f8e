/** The functions of a loaded module. */
export type Lifecycles = Record<'mount' | 'update' | 'unmount', (props: Props) => Promise<void>>;

export type Props = Record<string, unknown>;

/** The console to show. */
export interface Wanted {
  /** The module's address, or a function that loads it. */
  src: string | (() => Promise<Lifecycles>);
  props: Props;
  /** Called instead of showing a sentence in the element if the module cannot be loaded. */
  onFailure?: (() => void) | undefined;
}

export declare function keepMounted(element: HTMLElement, wanted: Wanted | null): void;
