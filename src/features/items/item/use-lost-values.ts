import { useState } from 'react';
import { type LostValue, withLost } from './lost-values.ts';

/** What was typed in fields that the template has lost since. */
export function useLostValues(onChange: () => void) {
  const [lost, setLost] = useState<readonly LostValue[]>([]);
  /** Notes what was typed and has no field any more, and who has changed the template as soon as that is known. */
  const lose = async (values: readonly LostValue[], findAuthor: () => Promise<string | undefined>): Promise<void> => {
    if (values.length === 0) return;
    setLost((before) => withLost(before, values));
    onChange();
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
