import type { InstanceCaller } from '../../../core/session/access.ts';
import type { AskDeps } from '../../checks/ask-checks.ts';
import type { ChangeSource, ReadChanges } from './change-source.ts';
import { refusedItems } from './check-changes.ts';

/** What a user leaves out of the changes of a door. */
export interface LeftOut {
  leave_out?: number[];
  leave_out_refused?: boolean;
}

/** How often changes are read again without what is refused: in a deletion, each item that stays can keep others from being deleted. */
const mostRounds = 50;

/** Reads what a request would change; with `leave_out_refused`, without the items that are refused. */
export async function readChanges<Input extends object>(
  deps: AskDeps,
  caller: InstanceCaller,
  { read, leavesOutRefused }: Pick<ChangeSource<Input>, 'read' | 'leavesOutRefused'>,
  input: Input & LeftOut,
): Promise<ReadChanges> {
  const { query } = deps.database;
  if (!input.leave_out_refused || leavesOutRefused) return read(query, caller, input);
  const leftOut = new Set(input.leave_out);
  for (let round = 1; ; round += 1) {
    const changes = await read(query, caller, { ...input, leave_out: [...leftOut] });
    const refused = round < mostRounds ? await refusedItems(deps, changes) : [];
    if (refused.length === 0) return changes;
    for (const id of refused) leftOut.add(id);
  }
}
