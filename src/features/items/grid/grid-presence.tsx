import type { EditedField } from '@quartermaster/contract/endpoints/live.ts';
import { useEffect, useMemo } from 'react';
import { notesOf } from '../../../shared/presence/field-notes.ts';
import type { EditedFields } from '../../../shared/presence/follow-fields.ts';
import { People } from '../../../shared/presence/people.tsx';
import { usePresence } from '../../../shared/presence/use-presence.ts';
import { cellName, type GridState } from './model/grid-state.ts';
import { rowKeyOf } from './model/sheet.ts';

export interface GridPresenceProps {
  instanceId: number;
  templateId: string;
  state: GridState;
}

/** Who else has a list open, next to the title of its grid, and at the cells who edits them. */
export function GridPresence({ instanceId, templateId, state }: GridPresenceProps) {
  const fields = useMemo(
    (): EditedFields => ({
      current: () => activeField(state),
      subscribe: (onChange) => state.subscribeSelection(onChange),
    }),
    [state],
  );
  const presence = usePresence({ instanceId, at: { kind: 'list', template_id: templateId }, fields });
  useEffect(() => {
    const { editors, sheet } = state;
    const before = editors.all();
    // Also of items that are not loaded yet.
    editors.set(notesOf(presence, ({ item_id, path }) => cellName(rowKeyOf(item_id), columnOf(path))));
    for (const name of new Set([...before.keys(), ...editors.all().keys()]))
      sheet.listeners.touch(name.split(' ')[0] ?? '');
    sheet.listeners.notify();
  }, [presence, state]);
  return <People presence={presence} />;
}

/** The cell that has the focus, as a field of its item. */
function activeField(state: GridState): EditedField | undefined {
  const { column, row } = state.active();
  const id = row === undefined ? undefined : state.sheet.row(row)?.id;
  if (!state.isFocused || !column || column.id === 'id' || typeof id !== 'number') return undefined;
  return { item_id: id, path: column.id === 'label' ? 'label' : `values.${column.id}` };
}

/** The column that shows a field: that of its group, if it is in a row. */
const columnOf = (path: string): string => (path === 'label' ? path : (path.split('.')[1] ?? ''));
