import { useEffect, useMemo, useRef, useState } from 'react';
import { type FieldErrors, type FieldValues, type UseFormReturn, useForm } from 'react-hook-form';
import type { DraftErrors } from './check-values.ts';
import type { FieldsForm } from './form-context.ts';
import { createFormEvents } from './form-events.ts';

export interface DraftForm
  extends Pick<
    UseFormReturn<FieldValues>,
    'getValues' | 'setValue' | 'handleSubmit' | 'reset' | 'setError' | 'clearErrors'
  > {
  /** For {@link FieldsFormProvider}. */
  fields: FieldsForm;
}

/**
 * The form of a draft with an item's values: errors of a field are shown on blur, and updated while typing from then on. `check` returns
 * the errors of the whole draft, or of the part at a path; it may be a new function in every render; the latest one is used.
 */
export function useDraftForm<Draft extends FieldValues>(
  first: Draft,
  check: (draft: Draft, path?: string) => DraftErrors,
): DraftForm {
  const [defaultValues] = useState(() => structuredClone(first));
  const isSubmitting = useRef(false);
  const form = useForm<FieldValues>({
    defaultValues,
    mode: 'onTouched',
    shouldFocusError: false,
    resolver: (draft, _, { names }) => {
      // While typing, only the typed value is checked: a draft may have ten thousand values.
      const [path] = isSubmitting.current ? [] : (names ?? []);
      const errors = check(draft as Draft, path) as FieldErrors;
      return Object.keys(errors).length > 0 ? { values: {}, errors } : { values: draft, errors: {} };
    },
  });
  const [events] = useState(createFormEvents);
  const {
    control,
    getValues,
    getFieldState,
    register,
    subscribe,
    setValue,
    reset,
    setError,
    clearErrors,
    handleSubmit,
  } = form;
  useEffect(
    () => subscribe({ formState: { errors: true }, callback: ({ name }) => events.changed(name) }),
    [subscribe, events],
  );
  const fields = useMemo(
    () => ({ control, getValues, getFieldState, register, events }),
    [control, getValues, getFieldState, register, events],
  );
  return {
    fields,
    getValues,
    setValue,
    reset,
    setError,
    clearErrors,
    handleSubmit: (onValid, onInvalid) => async (event) => {
      isSubmitting.current = true;
      await handleSubmit(
        onValid,
        onInvalid,
      )(event).finally(() => {
        isSubmitting.current = false;
      });
    },
  };
}
