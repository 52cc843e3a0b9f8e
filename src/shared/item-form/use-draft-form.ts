import { useState } from 'react';
import { type FieldErrors, type FieldValues, type UseFormReturn, useForm } from 'react-hook-form';

/**
 * The form of a draft that holds an item's values: what is wrong shows when a field is left, and follows what is typed
 * from then on. `check` may be another function with every drawing; the last one counts.
 */
export function useDraftForm<Draft extends FieldValues>(
  first: Draft,
  check: (draft: Draft) => FieldErrors,
): UseFormReturn<FieldValues> {
  const [defaultValues] = useState(() => structuredClone(first));
  return useForm<FieldValues>({
    defaultValues,
    mode: 'onTouched',
    shouldFocusError: false,
    resolver: (draft) => {
      const errors = check(draft as Draft);
      return Object.keys(errors).length > 0 ? { values: {}, errors } : { values: draft, errors: {} };
    },
  });
}
