/**
 * The reason why a sync was not applied: `changed` and `links` if the content has changed since its change set was built,
 * `conflict` if the target was edited since it was checked, `nothing` if another sync or undo has made all of its
 * changes. No retry can change the last two.
 */
export class SyncFailure extends Error {
  readonly reason: keyof typeof messages;

  constructor(reason: keyof typeof messages) {
    super(`${messages[reason]} Nothing was synced. Look at the current changes, and try again.`);
    this.name = 'SyncFailure';
    this.reason = reason;
  }
}

const messages = {
  changed: 'The content was changed while the sync was being prepared.',
  conflict: 'Content that the sync would have replaced was edited while it was being prepared.',
  nothing: 'Its changes were made by someone else meanwhile.',
  links: 'Links would lead to items that the target does not have.',
};
