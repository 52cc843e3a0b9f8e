// The test kit's interface. The build publishes it as `testing.d.ts`, with the answers of each endpoint.
import type { HostEvent, HostProps, Lifecycles } from '../../src/app/context/host-api.ts';
import type { Answers } from './answers.ts';

/** A call that the console has sent to the server. */
export interface Call {
  /** The endpoint's name, such as `items.list`. */
  name: string;
  params: Record<string, string | number>;
  query: Record<string, string>;
  body: unknown;
}

/** A mounted console. */
export interface MountedConsole {
  /** The element that it is mounted in. */
  element: HTMLElement;
  /** Its events so far, the oldest first. */
  events: HostEvent[];
  /** Resolves once the first page is on the screen; rejects with the problem if a call had no answer, or after 10 seconds. */
  shown: () => Promise<void>;
  update: (props: HostProps) => Promise<void>;
  unmount: () => Promise<void>;
}

/** A page in which the console can run, and the server that answers it. */
export interface TestConsole {
  /** Pass them to the console with your own: `apiBase`, `fetch` and `getAccessToken`, so that it is signed in. */
  props: HostProps;
  /** The calls so far, the oldest first. */
  calls: Call[];
  /** Adds answers, or replaces those of the same name. */
  answer: (answers: Answers) => void;
  /** Mounts the module in a new element of the page; your own props take precedence. */
  mount: (quartermaster: Lifecycles, props?: HostProps) => Promise<MountedConsole>;
  /** Unmounts what `mount` has mounted and removes everything added to the page; rejects if a call had no answer. */
  close: () => Promise<void>;
}

/** Adds the browser features that the page lacks, and answers the console's calls in place of a server. */
export type OpenTestConsole = (options?: { answers?: Answers }) => TestConsole;
