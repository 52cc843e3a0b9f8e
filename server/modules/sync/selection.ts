import type { SyncSelection } from '@quartermaster/contract/endpoints/sync.ts';

/** The selection in a body; `null` if it requests everything. */
export const selectionOf = ({ all, changes, menu }: SyncSelection & { all?: boolean }): SyncSelection | null =>
  all ? null : { changes, ...(menu !== undefined && { menu }) };
