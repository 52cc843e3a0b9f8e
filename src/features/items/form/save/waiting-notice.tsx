import { Alert } from '@mantine/core';
import { isBusy } from '../../../../shared/data/items.ts';

interface WaitingNoticeProps {
  isPending: boolean;
  /** The last failure of a save that is being retried. */
  failure: unknown;
}

/** Explains why a save takes long, and that the user need not do anything. */
export const WaitingNotice = ({ isPending, failure }: WaitingNoticeProps) =>
  isPending && isBusy(failure) ? (
    <Alert color="gray" variant="light" role="status">
      A sync is writing this item right now. Your changes are saved as soon as it has finished.
    </Alert>
  ) : null;
