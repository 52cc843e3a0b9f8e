import { Button, Skeleton, Stack } from '@mantine/core';
import type { ChangeSetCheck } from '@quartermaster/contract/endpoints/change-sets.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import { isRefusal } from '../../../shared/http/http-error.ts';
import { ErrorCallout } from '../../../shared/ui/error-callout.tsx';
import { Delayed } from '../../../shared/ui/lazy/delayed.tsx';
import { texts } from '../../../shared/ui/texts.ts';

/** Shown while a check is loading, or the reason why it failed. */
export function CheckState({ query }: { query: UseQueryResult<ChangeSetCheck> }) {
  const { error, isPending, refetch } = query;
  if (error) {
    return (
      <Stack gap="xs" align="flex-start">
        <ErrorCallout error={error} />
        {!isRefusal(error) && (
          <Button variant="default" onClick={() => void refetch()}>
            {texts.tryAgain}
          </Button>
        )}
      </Stack>
    );
  }
  if (!isPending) return null;
  return (
    <Delayed>
      <Stack gap="xs" role="status" aria-label="Checking the changes">
        <Skeleton height={20} />
        <Skeleton height={20} width="70%" />
      </Stack>
    </Delayed>
  );
}
