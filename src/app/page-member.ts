import type { Challenge } from '../shared/challenge/challenge.ts';
import type { Confirmation } from '../shared/challenge/confirmation.ts';
import type { UnsavedChanges } from '../shared/services/services.ts';
import type { ConsoleProps } from './context/console-props.ts';
import type { ConsoleQueries } from './context/page-cache.ts';

/** What a page's session needs of one of its consoles: how it shows and loses what belongs to the user. */
export interface PageMember {
  props: Pick<ConsoleProps, 'root' | 'overlay'>;
  queries: ConsoleQueries;
  challenge: Challenge;
  confirmation: Confirmation;
  unsavedChanges: UnsavedChanges;
  /** The current path and query within the console. */
  path: () => string;
  goTo: (path: string) => Promise<void>;
  /** Discards unsaved input and what the console remembers of the account, besides answers. */
  clear: () => void;
  /** Resets the active instance, which belongs to the previous user. */
  leaveInstance: () => void;
  /** Reports that the session has expired, and navigates to sign-in with the current path as return address. */
  onExpired: () => Promise<void>;
  onCall: () => () => void;
  onNoToken: (error: unknown) => void;
  onReconnected: () => void;
}
