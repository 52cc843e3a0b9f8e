/** Why a sync was not applied: `changed` and `links` if the content has changed since it was checked. */
export class SyncFailure extends Error {
  readonly reason: 'changed' | 'links';

  constructor(reason: 'changed' | 'links') {
    super(
      reason === 'changed'
        ? 'The content was changed while the sync was being prepared. Nothing was synced. Look at the changes as they are now, and try again.'
        : 'Links would lead to items that the target does not have. Nothing was synced. Look at the changes as they are now, and try again.',
    );
    this.name = 'SyncFailure';
    this.reason = reason;
  }
}
