import { createContext, useContext } from 'react';
import type { FieldActions } from './field-actions.ts';

const Context = createContext<FieldActions | null>(null);

/** Gives what can be done to the parts of the Fields tab. */
export const FieldActionsProvider = Context;

/** What can be done in the Fields tab around this part. */
export function useFieldActions(): FieldActions {
  const actions = useContext(Context);
  if (!actions) throw new Error('useFieldActions is called outside of the Fields tab');
  return actions;
}
