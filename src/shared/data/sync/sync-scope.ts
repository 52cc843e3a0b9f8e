import type { ChangeSetResolution } from '@quartermaster/contract/endpoints/change-sets.ts';
import type { SyncSelection } from '@quartermaster/contract/endpoints/sync.ts';

/**
 * What to sync: all changes, a selection, the changes of a review or a release (`null`: everything), the undo of a sync, or that of other
 * changes.
 */
export type SyncScope =
  | { kind: 'all' }
  | { kind: 'selection'; selection: SyncSelection }
  | { kind: 'review'; reviewId: number; selection: SyncSelection | null }
  /** `isDecided` checks it with its own decisions on conflicts. */
  | { kind: 'release'; releaseId: number; selection: SyncSelection | null; isDecided: boolean }
  | { kind: 'undo'; syncId: number }
  | ChangeSetScope;

/** What a sync, or its undo, is about. */
export type SyncedScope = Exclude<SyncScope, ChangeSetScope>;

/** The undo of changes that are not a sync. */
export interface ChangeSetScope {
  kind: 'change-set';
  changeSetId: number;
}

/** Sync options: note, decisions, expected revision. */
export type SyncAbout = ChangeSetResolution & { note?: string; seen?: string };

/** A sync or an undo, as its dialog starts it. */
export interface StartSync<Scope extends SyncScope = SyncScope> {
  scope: Scope;
  about: SyncAbout;
  /** The toast after the sync is applied. */
  success: string;
  /** Called once the server has accepted it, which may be long before it is applied. */
  onStarted: () => void;
}
