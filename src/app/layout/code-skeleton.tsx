import { Text } from '@mantine/core';
import { useServices } from '../../shared/services/services.ts';
import { isSessionKnown } from '../../shared/session/session.ts';
import { Delayed } from '../../shared/ui/lazy/delayed.tsx';
import { FrameSkeleton } from './frame-skeleton.tsx';

/** Placeholder for the first page until its code is loaded; with header and sidebar if the user is probably signed in. */
export function CodeSkeleton() {
  const { session } = useServices();
  const message = (
    <Delayed>
      <Text role="status" c="dimmed" p="md">
        The page is still loading …
      </Text>
    </Delayed>
  );
  return isSessionKnown(session) ? <FrameSkeleton>{message}</FrameSkeleton> : message;
}
