import { Button } from '@mantine/core';
import type { useProposeItem } from './use-propose-item.ts';

/** Starts a proposal, and then asks what to say about it, or stops it. */
export function ProposeButtons({ isOffered, isProposing, start, stop, ask }: ReturnType<typeof useProposeItem>) {
  if (!isOffered) return null;
  if (!isProposing)
    return (
      <Button variant="default" onClick={start}>
        Propose a change
      </Button>
    );
  return (
    <>
      <Button variant="default" onClick={stop}>
        Discard
      </Button>
      <Button onClick={ask}>Propose…</Button>
    </>
  );
}
