import { Alert } from '@mantine/core';
import { isBusy } from '../../../../shared/data/items.ts';

interface WaitingNoticeProps {
  isPending: boolean;
  /** The last failure of a save that is tried again. */
  failure: unknown;
}

/** Says why a save takes long, and that nothing needs to be done. */
export const WaitingNotice = ({ isPending, failure }: WaitingNoticeProps) =>
  isPending && isBusy(failure) ? (
    <Alert color="gray" variant="light" role="status">
      A sync is writing this item right now. Your changes are saved as soon as it has finished.
    </Alert>
  ) : null;
