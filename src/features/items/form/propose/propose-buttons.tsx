import { Button } from '@mantine/core';
import type { useProposeItem } from './use-propose-item.ts';

/** Starts a proposal, and then asks what to say about it, or stops it. */
export function ProposeButtons(propose: ReturnType<typeof useProposeItem>) {
  const { isOffered, isProposing, startButton, start, stop, ask } = propose;
  if (!isOffered) return null;
  // With keys, as a button that turns into the other one would keep the focus.
  if (!isProposing)
    return (
      <Button key="start" ref={startButton} variant="default" onClick={start}>
        Propose a change
      </Button>
    );
  return (
    <>
      <Button key="stop" variant="default" onClick={stop}>
        Discard
      </Button>
      <Button onClick={ask}>Propose…</Button>
    </>
  );
}
