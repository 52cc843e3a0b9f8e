import { useState } from 'react';
import { type FieldErrors, type FieldValues, type UseFormReturn, useForm } from 'react-hook-form';

/**
 * The form of a draft with an item's values: errors of a field are shown when it loses the focus, and updated while typing
 * from then on. `check` may be a new function in every render; the latest one is used.
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
