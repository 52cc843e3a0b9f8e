import { useState } from 'react';
import { type FieldError, get, useFormState } from 'react-hook-form';
import { useFieldsForm } from '../form-context.ts';

/** The error of the group itself, which is stored with those in its rows. */
const messageOf = (errors: unknown): string | undefined => (errors as FieldError | undefined)?.message;

/** The first row with an error; -1 if there is none. */
function findWrongRow(errors: unknown): number {
  const row = Object.entries(Object(errors)).find(([key, error]) => /^\d+$/.test(key) && error);
  return row ? Number(row[0]) : -1;
}

/**
 * The errors of a dynamic group. An attempt to save expands a collapsed group with an error, and renders its first invalid row, wherever the
 * page is scrolled.
 */
export function useFirstWrongRow(name: string, setOpen: (isOpen: boolean) => void) {
  const { control } = useFieldsForm();
  const { errors, submitCount } = useFormState({ control, name });
  const [firstWrong, setFirstWrong] = useState(-1);
  const inRows: unknown = get(errors, name);
  const wrong = findWrongRow(inRows);
  const [shownAttempt, setShownAttempt] = useState(0);
  if (wrong >= 0 && submitCount !== shownAttempt) {
    setShownAttempt(submitCount);
    setOpen(true);
    setFirstWrong(wrong);
  }
  return { firstWrong, error: messageOf(inRows) };
}
