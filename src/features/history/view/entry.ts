import type { Origin } from '@quartermaster/contract/endpoints/history.ts';
import type { ReactNode } from 'react';

/** A version in a history. */
export interface Entry {
  /** The version, or the id of the menu's revision. */
  key: number;
  name: string;
  /** What differs from the version before. */
  what: ReactNode;
  by: { name: string };
  at: string;
  origin: Origin;
  /** The title of the extension that proposed the change. */
  extension?: string | undefined;
  change_set_id: number | null;
  is_current: boolean;
  /** False for a version without content. */
  canRestore: boolean;
}

/** The versions to show: `from` is the older one, `null` stands for the one before. */
export interface Shown {
  from: number | null;
  to: number;
}

/** The feature through which content was changed, as in `Ann, by hand`. */
export const originTexts: Readonly<Record<Origin, string>> = {
  form: 'by hand',
  grid: 'in the grid',
  'bulk-edit': 'by a bulk edit',
  import: 'by an import',
  sync: 'by a sync',
  undo: 'by an undo',
  restore: 'by restoring a version',
  release: 'by a release',
  'template-change': 'by a change of the template',
  proposal: 'by a proposal',
  api: 'through the API',
  assistant: 'with the assistant',
};
