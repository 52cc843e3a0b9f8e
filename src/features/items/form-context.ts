import { createContext, useContext } from 'react';
import type { Control, FieldValues } from 'react-hook-form';

const Context = createContext<Control | null>(null);

/** Gives the form to the fields of an item; it stays the same while one types, so that nothing is drawn again. */
export const FormControlProvider = Context;

/** The form around a field. */
export function useFormControl(): Control<FieldValues> {
  const control = useContext(Context);
  if (!control) throw new Error('A field is drawn outside of a form');
  return control;
}
