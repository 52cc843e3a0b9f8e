import type { CSSProperties, ReactElement, ReactNode } from 'react';
import type {
  HostEvent,
  HostProps,
  Lifecycles,
  MountedPart,
  PartProps,
  Quartermaster,
} from '../../src/app/context/host-api.ts';

/** The props of the console, except those for where it is mounted. */
export interface QuartermasterConsoleProps extends Omit<HostProps, 'domElement' | 'domElementGetter'> {
  /** The module's address (a path is one of the page), or a function that loads it. A function must be the same on each render. */
  src: string | (() => Promise<Lifecycles>);
  /** Rendered instead of the console if the module cannot be loaded; by default a sentence. Another `src` or `key` tries again. */
  fallback?: ReactNode;
  /** Called with each `error` event, also if the module cannot be loaded. */
  onError?: ((event: Extract<HostEvent, { type: 'error' }>) => void) | undefined;
  className?: string | undefined;
  style?: CSSProperties | undefined;
}

/**
 * The console in a `div`: mounted with it, updated with `colorScheme`, `activeInstanceId`, `chrome`, `only` and `theme`, and mounted again
 * when any other prop except a function changes.
 */
export declare function QuartermasterConsole(props: QuartermasterConsoleProps): ReactElement;

type PartName = Parameters<Quartermaster['mountPart']>[0];

/** The props of a part, except that for where it is mounted. */
export type QuartermasterPartProps<Name extends PartName> = Omit<PartProps<Name>, 'domElement'> & {
  name: Name;
  /** The module's address (a path is one of the page), or a function that loads it. A function must be the same on each render. */
  src: string | (() => Promise<Quartermaster>);
  /** Called with the methods of the mounted part, and with `null` before it is unmounted. */
  onPart?: ((part: MountedPart<Name> | null) => void) | undefined;
  /** Rendered instead of the part if the module cannot be loaded; by default a sentence. Another `src` or `key` tries again. */
  fallback?: ReactNode;
  /** Called with each `error` event, also if the module cannot be loaded. */
  onError?: ((event: Extract<HostEvent, { type: 'error' }>) => void) | undefined;
  className?: string | undefined;
  style?: CSSProperties | undefined;
};

/** A part of the console in a `div`: mounted with it, updated with what `update` of the part accepts, and mounted again for other changes. */
export declare function QuartermasterPart<Name extends PartName>(props: QuartermasterPartProps<Name>): ReactElement;
