import { Button } from '@mantine/core';
import { useServices } from '../../services/services.ts';
import { useCopy } from './use-copy.ts';

/** Copies the events before an error, for support. */
export function CopyDetails({ errorId }: { errorId: string }) {
  const { detailsOf } = useServices();
  const { isCopied, copy } = useCopy();
  return (
    <Button variant="subtle" size="compact-sm" onClick={() => copy(detailsOf(errorId))}>
      {isCopied ? 'Copied' : 'Copy details'}
    </Button>
  );
}
