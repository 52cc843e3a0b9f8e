import { Alert } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { errorText } from '../http/error-text.ts';

/** The red callout above forms and dialogs; renders nothing without an error. */
export function ErrorCallout({ error }: { error: unknown }) {
  if (!error) return null;
  return (
    <Alert color="red" variant="light" role="alert" icon={<IconAlertCircle size={18} />}>
      {errorText(error)}
    </Alert>
  );
}
