import { useCallback, useSyncExternalStore } from 'react';
import { useFieldsForm } from './form-context.ts';

/**
 * The value of one path of the form with its error, and the handlers of its input. Unlike the library's `useController`, which copies all
 * values of the form with each keystroke, it costs the same in a form of any size.
 */
export function useField<Value>(name: string) {
  const { getValues, getFieldState, register, events } = useFieldsForm();
  const listen = useCallback((onChange: () => void) => events.listen(name, onChange), [events, name]);
  const value = useSyncExternalStore(listen, () => getValues(name) as Value);
  const error = useSyncExternalStore(listen, () => getFieldState(name).error);
  const onChange = useCallback(
    (next: Value) => {
      void register(name).onChange({ type: 'change', target: { name, value: next } });
      events.edited(name);
    },
    [register, events, name],
  );
  const onBlur = useCallback(() => {
    // An empty value is passed explicitly: otherwise the library looks it up in the initial values, where other rows may have been.
    const blurred: unknown = getValues(name) ?? null;
    void register(name, { value: blurred }).onBlur({ type: 'blur', target: { name, value: blurred } });
  }, [register, getValues, name]);
  return { value, error, onChange, onBlur };
}
