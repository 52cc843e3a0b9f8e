import { type ItemValues, rowsOf } from '@quartermaster/contract/content/item-fields.ts';
import { useCallback, useSyncExternalStore } from 'react';
import { useFieldsForm } from '../form-context.ts';

/** What is read from the rows of a dynamic group, again after each change of them; `first` is the path of a value in a row. */
export function useRows<T extends string | number>(
  groupName: string,
  first: string,
  read: (rows: readonly ItemValues[]) => T,
): T {
  const { getValues, events } = useFieldsForm();
  const listen = useCallback(
    (onChange: () => void) => {
      const stopEdits = events.onEdit((edited) => {
        if (edited === null || edited.startsWith(`${groupName}.`)) onChange();
      });
      // A reset changes all values. The group's own path is not listened to: its listeners replace those of all fields.
      const stopReset = events.listen(first, onChange);
      return () => {
        stopEdits();
        stopReset();
      };
    },
    [events, groupName, first],
  );
  return useSyncExternalStore(listen, () => read(rowsOf(getValues(groupName))));
}
