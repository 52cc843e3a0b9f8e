/** The functions of a loaded module. */
export type Lifecycles = Record<'mount' | 'update' | 'unmount', (props: Props) => Promise<void>>;

export type Props = Record<string, unknown>;

/** A mounted part. */
export interface Mounted {
  update: (props: Props) => Promise<unknown>;
  unmount: () => Promise<void>;
}

/** A loaded module; earlier releases have no parts. */
export interface LoadedModule extends Lifecycles {
  mountPart?: (name: string, props: Props) => Promise<Mounted>;
}

/** The module's address, or a function that loads it. */
export type Source = string | (() => Promise<LoadedModule>);

/** The console to show. */
export interface Wanted {
  src: Source;
  props: Props;
  /** The props that an update can change; a change of any other prop mounts again. Those of the console if omitted. */
  updated?: readonly string[] | undefined;
  /** Called instead of showing a sentence in the element if the module cannot be loaded. */
  onFailure?: (() => void) | undefined;
}

/** Loads a module. */
export declare function load(src: Source): Promise<LoadedModule>;

export declare function keepMounted(element: HTMLElement, wanted: Wanted | null): void;
