import { createContext, useContext } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import type { FormEvents } from './form-events.ts';

/** The parts of the form that an item's fields use. */
export interface FieldsForm
  extends Pick<UseFormReturn<FieldValues>, 'control' | 'getValues' | 'getFieldState' | 'register'> {
  events: FormEvents;
}

const Context = createContext<FieldsForm | null>(null);

/** Provides the form to an item's fields; the value is stable while typing, so that nothing re-renders. */
export const FieldsFormProvider = Context;

/** The enclosing form. */
export function useFieldsForm(): FieldsForm {
  const form = useContext(Context);
  if (!form) throw new Error('A field is drawn outside of a form');
  return form;
}
