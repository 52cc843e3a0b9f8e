import type { Rolled, RollInput } from '@quartermaster/contract/content/roll-drops.ts';
import { useEffect, useState } from 'react';
import { useSettled } from '../../ui/hooks/use-settled.ts';
import { roll } from './roll.ts';

/** What was rolled for an input, which must be the same object until it changes; undefined until then. */
export function useRolled(input: RollInput, rolls: number): Rolled | undefined {
  const settled = useSettled(input);
  const [done, setDone] = useState<{ input: RollInput; rolled: Rolled }>();
  useEffect(() => {
    const running = new AbortController();
    const { signal } = running;
    void roll(settled, rolls, signal).then(
      (rolled) => setDone({ input: settled, rolled }),
      (error: unknown) => {
        if (!signal.aborted) throw error;
      },
    );
    return () => running.abort();
  }, [settled, rolls]);
  return done?.input === input && done.rolled.tries === rolls ? done.rolled : undefined;
}
