import { Button, Stack } from '@mantine/core';
import { ErrorCallout } from '../../../shared/ui/error-callout.tsx';
import { texts } from '../../../shared/ui/texts.ts';

interface FailedProps {
  error: unknown;
  onRetry: () => void;
}

/** Replaces a price or a checkout that could not be loaded: the reason, and a retry. */
export const Failed = ({ error, onRetry }: FailedProps) => (
  <Stack gap="sm" align="flex-start">
    <ErrorCallout error={error} />
    <Button variant="default" onClick={onRetry}>
      {texts.tryAgain}
    </Button>
  </Stack>
);
