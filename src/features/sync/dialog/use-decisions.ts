import { useMemo, useState } from 'react';
import { type Deciding, noDecisions } from './decisions.ts';

/** Decisions about conflicts, for as long as the component is mounted. */
export function useDecisions(): Deciding {
  const [decisions, onDecide] = useState(noDecisions);
  return useMemo(() => ({ decisions, onDecide }), [decisions]);
}
