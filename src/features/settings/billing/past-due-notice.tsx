import { Alert } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';

/** Says that a payment is overdue. */
export const PastDueNotice = () => (
  <Alert color="red" icon={<IconAlertTriangle size={18} />}>
    Your subscription payment is overdue. Please update your payment method to avoid service interruption.
  </Alert>
);
