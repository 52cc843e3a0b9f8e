import { createContext, useContext } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';

/** What the fields of an item use of the form around them. */
export type FieldsForm = Pick<UseFormReturn<FieldValues>, 'control' | 'getValues'>;

const Context = createContext<FieldsForm | null>(null);

/** Gives the form to the fields of an item; it stays the same while one types, so that nothing is drawn again. */
export const FieldsFormProvider = Context;

/** The form around a field. */
export function useFieldsForm(): FieldsForm {
  const form = useContext(Context);
  if (!form) throw new Error('A field is drawn outside of a form');
  return form;
}
