import type { Checked } from '@quartermaster/contract/endpoints/door.ts';
import type { Deps } from '../../../core/app/deps.ts';
import type { Query } from '../../../core/database/database.ts';
import type { Job } from '../../../core/jobs/define-job.ts';
import type { InstanceCaller } from '../../../core/session/access.ts';
import type { ChangeSet } from '../change-set.ts';
import type { ChangeSetFailure } from '../change-set-failure.ts';
import type { NewChangeSet } from '../change-set-repository.ts';
import type { ChangeSetPayload } from '../run/run-change-set.ts';
import type { Changes } from './changes.ts';

/** How changes of a door are stored. */
export type Storing = Partial<Pick<NewChangeSet, 'note' | 'edit' | 'contentFrom' | 'request'>>;

/** Where the changes of a door come from. */
export interface ChangeSource<Input> {
  /** Reads what a request would change; `changes` are built from it in the same state. */
  read: (query: Query, caller: InstanceCaller, input: Input) => Promise<ReadChanges>;
  /** Builds stored changes again, and applies them. */
  job: Job<ChangeSetPayload, Deps>;
  /** True if it reads the input's `leave_out_refused` itself, as its changes have no refused items. */
  leavesOutRefused?: true;
  /** Why changes are refused, and why they could not be applied, as text; as for an edit if omitted. */
  refusalText?: (check: Checked) => string;
  failureText?: (failure: ChangeSetFailure) => string;
}

/** The changes of a request, and how they are stored and applied. */
export interface ReadChanges extends Changes {
  storing: Storing;
  /** The change set to apply, if it is not the one that was checked: its new items get their ids. */
  toApply?: () => Promise<ChangeSet>;
  /** Stores what the job needs, besides the request. */
  storeInputs?: (query: Query, changeSetId: number) => Promise<void>;
  /** True if only the job can apply them, however few they are. */
  needsJob?: boolean;
  /** True if there would be more items than the plan allows. */
  isBeyondLimit?: boolean;
}
