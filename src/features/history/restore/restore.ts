import type { ReactNode } from 'react';

/** Something that cannot come back, or why a version cannot be restored. */
interface Line {
  key: string;
  text: ReactNode;
}

/** What restoring a version would do. */
interface RestoreCheck {
  /** The difference between now and then. */
  diff: ReactNode;
  isUnchanged: boolean;
  missing: readonly Line[];
  missingTitle: string;
  refusals: readonly Line[];
  /** Restores the version, if nothing has changed since this check. */
  run: () => Promise<unknown>;
}

/** The check of a restore, as far as it is loaded. */
export interface CheckState {
  check: RestoreCheck | undefined;
  error: Error | null;
  refetch: () => Promise<unknown>;
}

/** Renders the check of a restore with the component that loads it. */
export type DrawRestore = (version: number, draw: (state: CheckState) => ReactNode) => ReactNode;
