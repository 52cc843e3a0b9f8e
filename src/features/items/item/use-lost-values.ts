import { useState } from 'react';
import { type LostValue, withLost } from './lost-values.ts';

/** What was typed in fields that the template has lost since. */
export function useLostValues(onChange: () => void) {
  const [lost, setLost] = useState<readonly LostValue[]>([]);
  /**
   * Notes what was typed and has no field any more, and who has changed the template as soon as that is known; forgets what has its
   * field again.
   */
  const lose = async (
    values: readonly LostValue[],
    { findAuthor, isBack }: { findAuthor: () => Promise<string | undefined>; isBack: (value: LostValue) => boolean },
  ): Promise<void> => {
    if (values.length === 0 && !lost.some(isBack)) return;
    setLost((before) =>
      withLost(
        before.filter((one) => !isBack(one)),
        values,
      ),
    );
    onChange();
    if (values.length === 0) return;
    const by = await findAuthor();
    // It may have been dismissed meanwhile.
    setLost((before) => before.map((one) => (values.includes(one) ? { ...one, by } : one)));
  };
  return {
    /** What was lost until it is dismissed or saved. */
    lost,
    setLost,
    lose,
    dismissLost: () => {
      setLost([]);
      onChange();
    },
  };
}
