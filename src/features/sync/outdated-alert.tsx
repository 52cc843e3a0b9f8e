import { Alert } from '@mantine/core';

interface OutdatedAlertProps {
  isSelection?: boolean;
  onClose: () => void;
}

/** Shown after a sync was refused because the displayed changes are outdated. */
export const OutdatedAlert = ({ isSelection = false, onClose }: OutdatedAlertProps) => (
  <Alert color="amber" variant="light" role="alert" withCloseButton closeButtonLabel="Close" onClose={onClose}>
    Some of these changes were edited while you were looking at them, so nothing was synced. The list is up to date now
    {isSelection && ', and your selection stays, without changes that no longer exist'}. Check it and sync again.
  </Alert>
);
