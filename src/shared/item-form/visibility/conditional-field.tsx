import { decidersOf, isShown, type ShownRules } from '@quartermaster/contract/content/field-visibility.ts';
import { type ReactNode, useCallback, useSyncExternalStore } from 'react';
import { useFieldsForm } from '../form-context.ts';
import { pathsAround, rowsAround } from './rows-around.ts';

interface ConditionalFieldProps {
  rules: ShownRules;
  /** The field. */
  id: string;
  /** The path of its row. */
  path: string;
  children: ReactNode;
}

/** Renders a field only while other fields have the values that show it. */
export function ConditionalField({ rules, id, path, children }: ConditionalFieldProps) {
  const { getValues, events } = useFieldsForm();
  const listen = useCallback(
    (onChange: () => void) => {
      const around = pathsAround(path);
      const stops = decidersOf(rules, id).map(({ fieldId, depth }) =>
        events.listen(`${around[depth]}.${fieldId}`, onChange),
      );
      return () => {
        for (const stop of stops) stop();
      };
    },
    [rules, id, path, events],
  );
  return useSyncExternalStore(listen, () => isShown(rules, id, rowsAround(path, getValues))) ? children : null;
}
