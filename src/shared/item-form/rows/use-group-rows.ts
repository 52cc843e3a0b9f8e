import { defaultValues } from '@quartermaster/contract/content/default-values.ts';
import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import { withDefaultReadOnly } from '@quartermaster/contract/content/read-only-values.ts';
import { nodesOfRow } from '@quartermaster/contract/content/row-shapes.ts';
import type { TreeNode } from '@quartermaster/contract/content/template-tree.ts';
import { type RefObject, use, useCallback, useState } from 'react';
import { flushSync } from 'react-dom';
import { useFieldArray } from 'react-hook-form';
import { useFieldsForm } from '../form-context.ts';
import { MayEditReadOnly } from '../may-edit-read-only.ts';

/** The button or handle that moved a row, and keeps the focus. */
export type MovedBy = 'handle' | 'button';

/** The rows of a dynamic group and their actions, each of which moves the focus to where the user continues. */
export function useGroupRows(name: string, nodes: readonly TreeNode[], section: RefObject<HTMLElement | null>) {
  const { control, getValues, events } = useFieldsForm();
  const mayEditReadOnly = use(MayEditReadOnly);
  const { fields, append, insert, remove, move } = useFieldArray({ control, name, keyName: 'rowKey' });
  const [removed, setRemoved] = useState<{ index: number; row: ItemValues }>();
  /** The row in use, which stays rendered. */
  const [current, setCurrent] = useState(-1);

  const focusIn = useCallback(
    (index: number, selector: string) =>
      section.current?.querySelector<HTMLElement>(`:scope > div > ol > [data-place="${index}"] ${selector}`)?.focus(),
    [section],
  );
  /** Changes rows, and renders the one at an index. */
  const change = useCallback(
    (index: number, edit: () => void, undo?: { index: number; row: ItemValues }) =>
      flushSync(() => {
        setRemoved(undo);
        setCurrent(index);
        edit();
        events.edited(null);
      }),
    [events],
  );

  const moveRow = useCallback(
    (from: number, to: number, by: MovedBy) => {
      const last = (getValues(name) as unknown[]).length - 1;
      if (to < 0 || to > last || to === from) return;
      change(to, () => move(from, to));
      const direction = to < from !== (to === 0 || to === last) ? 'up' : 'down';
      focusIn(to, by === 'handle' ? '> [data-handle]' : `> [data-actions] [data-move="${direction}"]`);
    },
    [change, move, getValues, name, focusIn],
  );
  const removeRow = useCallback(
    (index: number) => {
      const row = getValues(`${name}.${index}`) as ItemValues;
      change(index, () => remove(index), { index, row });
      const undoButton = section.current?.querySelector<HTMLElement>(':scope > footer [data-undo]');
      undoButton?.focus({ preventScroll: true });
      // The end of a long group sticks to the view, where it cannot be scrolled to.
      undoButton?.scrollIntoView({ block: 'nearest' });
    },
    [change, remove, getValues, name, section],
  );
  const duplicateRow = useCallback(
    (index: number) => {
      const original = structuredClone(getValues(`${name}.${index}`)) as ItemValues;
      const row = mayEditReadOnly ? original : withDefaultReadOnly(nodes, original);
      change(index + 1, () => insert(index + 1, row, { shouldFocus: false }));
      focusIn(index + 1, '> [data-actions] [data-duplicate]');
    },
    [change, insert, getValues, name, nodes, mayEditReadOnly, focusIn],
  );
  const undo = () => {
    if (!removed) return;
    const { index, row } = removed;
    change(index, () => insert(index, row, { shouldFocus: false }));
    focusIn(index, '> [data-actions] [data-remove]');
  };
  /** Adds a row; `first` are values that it starts with besides its defaults. */
  const add = (first: ItemValues = {}) => {
    const index = fields.length;
    change(index, () =>
      append({ ...structuredClone(defaultValues(nodesOfRow(nodes, first))), ...first }, { shouldFocus: false }),
    );
    const row = section.current?.querySelector(`:scope > div > ol > [data-place="${index}"]`);
    const input =
      row?.querySelector<HTMLElement>('input, textarea') ??
      row?.querySelector<HTMLElement>('button:not(:scope > *, :scope > [data-actions] > *)');
    input?.focus();
  };
  return { fields, removed, current, setCurrent, moveRow, removeRow, duplicateRow, undo, add };
}
