import { yupResolver } from '@hookform/resolvers/yup';
import { type BaseSyntheticEvent, useState } from 'react';
import { type DefaultValues, type FieldValues, type Path, useForm } from 'react-hook-form';
import { type ObjectSchema, reach } from 'yup';
import { HttpError, withoutFields } from '../http/http-error.ts';
import { useUnsavedChanges } from '../services/unsaved-changes.ts';
import { useIsUnmounted } from '../ui/hooks/use-is-unmounted.ts';
import { useSingleRun } from './use-single-run.ts';

interface RuleFormOptions<V extends FieldValues, A> {
  defaultValues: DefaultValues<V>;
  /**
   * Sends the values; an error that it throws becomes `error`, and the server's `fields` are set on their inputs. Those without an input
   * stay in `error`.
   */
  onSubmit: (values: V) => Promise<A>;
  /**
   * Runs after a success, once the form no longer counts as unsaved; this is where to navigate away. Not called if the form
   * has been unmounted in the meantime, because the user has already moved to another page.
   */
  onSaved?: (answer: A) => void;
  /** False for forms without a guard for unsaved changes, such as sign-in. */
  guard?: boolean;
}

/**
 * A form validated by a rule of the contract: the rule's messages on the inputs, `error` for the callout above them,
 * `isSubmitting` for the button, and a guard for unsaved changes.
 */
export function useRuleForm<V extends FieldValues, A = unknown>(rule: ObjectSchema<V>, options: RuleFormOptions<V, A>) {
  const { defaultValues, onSubmit, onSaved, guard = true } = options;
  const [error, setError] = useState<unknown>(null);
  const form = useForm<V, unknown, V>({
    // yup's resolver is typed for the rule's output, which is the same as the input for our rules.
    resolver: yupResolver(rule) as never,
    defaultValues,
    reValidateMode: 'onChange',
  });
  const isGone = useIsUnmounted();
  const release = useUnsavedChanges(guard && form.formState.isDirty);

  const send = form.handleSubmit(async (values) => {
    setError(null);
    try {
      const answer = await onSubmit(values);
      if (isGone.current) return;
      release();
      form.reset(values);
      onSaved?.(answer);
    } catch (cause) {
      const isInput = (path: string) => hasInput(rule, path);
      setError(cause instanceof HttpError ? withoutFields(cause, isInput) : cause);
      if (!(cause instanceof HttpError)) return;
      for (const [path, message] of Object.entries(cause.body.fields ?? {})) {
        if (isInput(path)) form.setError(path as Path<V>, { type: 'server', message });
      }
    }
  });

  const { run } = useSingleRun(async (event?: BaseSyntheticEvent) => {
    await send(event);
    return false;
  });
  const submit = (event?: BaseSyntheticEvent) => {
    event?.preventDefault();
    return run(event);
  };

  return { ...form, submit, error, isSubmitting: form.formState.isSubmitting, errors: form.formState.errors };
}

/** True if the rule has a value at this path, shown by one input; an object has several inputs. */
function hasInput<V extends FieldValues>(rule: ObjectSchema<V>, path: string): boolean {
  try {
    const part = reach(rule, path);
    return !('type' in part && part.type === 'object');
  } catch {
    return false;
  }
}
