import type { JobError } from '@quartermaster/contract/endpoints/jobs.ts';
import { AppError } from '../../core/base/errors.ts';

/**
 * The reason why a change set was not applied: `changed` and `links` if the content has changed since it was built,
 * `conflict` if the target was edited since it was checked, `nothing` if another one has made all of its changes,
 * `refused` if a rule refuses new content, `repeated` if two items would have the same value of a unique field, `check` if
 * a webhook that is asked before saves refuses items. No retry can change the last five.
 */
export class ChangeSetFailure extends Error {
  readonly reason: keyof typeof messages;
  /** For `refused` and `check`: the first item and the reason, as text. */
  readonly details: string;
  /** The items that it was not applied for, of the batch that was the first to have any. */
  readonly rows: readonly JobError[];

  constructor(reason: keyof typeof messages, details = '', rows: readonly JobError[] = []) {
    super(
      `${messages[reason]}${details && ` ${details}`} Nothing was synced. Look at the current changes, and try again.`,
    );
    this.name = 'ChangeSetFailure';
    this.reason = reason;
    this.details = details;
    this.rows = rows;
  }
}

/** An item as the row of an error. */
export const rowOf = (id: number, label: string): string => `${label} #${id}`;

/** The error for an item that was changed or, without a label, deleted since. */
export const outdatedRow = (id: number, label: string | undefined): JobError =>
  label === undefined
    ? { row: `#${id}`, message: 'was deleted in the meantime' }
    : { row: rowOf(id, label), message: 'was changed in the meantime' };

const messages = {
  changed: 'The content was changed while the sync was being prepared.',
  conflict: 'Content that the sync would have replaced was edited while it was being prepared.',
  nothing: 'Its changes were made by someone else meanwhile.',
  links: 'Links would lead to items that the target does not have.',
  refused: 'Some items do not fit the template that the target would have.',
  check: 'A check before saves refuses some of the items.',
  repeated: 'Items would have values of other items in fields that are unique.',
};

/** The failure of a change set that copies nothing from another instance, as text for its user. */
export const editFailure = ({ reason, details }: ChangeSetFailure): string =>
  `${editMessages[reason]}${details && ` ${details}`} Nothing was changed. Look at the items, and try again.`;

const editMessages: typeof messages = {
  changed: 'Items or their template were changed in the meantime.',
  conflict: 'Items were changed in the meantime.',
  nothing: 'Its changes were made by someone else meanwhile.',
  links: 'Links would lead to items that do not exist.',
  refused: 'A rule refuses some of the items.',
  check: 'A check before saves refuses some of the items.',
  repeated: 'Items would have values of other items in fields that are unique.',
};

/** The error of a call whose changes were not applied: 422 for content that is refused, otherwise 409. */
export const failureError = (failure: ChangeSetFailure, message = editFailure(failure)): AppError => {
  const isRefused = failure.reason === 'refused' || failure.reason === 'repeated' || failure.reason === 'check';
  return new AppError(isRefused ? 'invalid' : 'changed', { message, cause: failure });
};
