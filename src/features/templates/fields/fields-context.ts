import { createContext, useContext } from 'react';
import type { FieldActions } from './field-actions.ts';

const Context = createContext<FieldActions | null>(null);

/** Provides the field actions to the parts of the Fields tab. */
export const FieldActionsProvider = Context;

/** The actions of the enclosing Fields tab. */
export function useFieldActions(): FieldActions {
  const actions = useContext(Context);
  if (!actions) throw new Error('useFieldActions is called outside of the Fields tab');
  return actions;
}
