import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import type { FieldValue } from '@quartermaster/contract/field-types/field-type.ts';
import { type FocusEvent, type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';
import { checkFieldValue } from '../../../../shared/field-types/check-field-value.ts';
import { fieldInputOf } from '../../../../shared/field-types/inputs.ts';
import { useServices } from '../../../../shared/services/services.ts';
import type { GridColumn } from '../grid-columns.tsx';
import type { GridState } from '../model/grid-state.ts';
import classes from './grid.module.css';

interface CellPanelProps {
  state: GridState;
  column: GridColumn;
  rowNumber: number;
}

/** The input of the item form below a cell, for values that are chosen. Enter, Tab and a click elsewhere take the value. */
export function CellPanel({ state, column }: CellPanelProps) {
  const { settings } = column;
  const { overlay } = useServices();
  const panel = useRef<HTMLDivElement>(null);
  const { row } = state.active();
  const [value, setValue] = useState<ItemValues[string]>(() => {
    const content = row === undefined ? { value: null } : state.sheet.content(row, column.id);
    return 'value' in content ? content.value : null;
  });
  const [isChanged, setChanged] = useState(false);
  useLayoutEffect(() => {
    panel.current
      ?.querySelector<HTMLElement>('input:not([type="hidden"]), button, textarea')
      ?.focus({ preventScroll: true });
  }, []);
  // It may be wider than what is left of the grid beside its cell, also once a window gets smaller.
  useLayoutEffect(() => {
    const element = panel.current;
    const grid = element?.closest('[role="grid"]');
    if (!grid) return;
    const observer = new ResizeObserver(() => element?.scrollIntoView({ block: 'nearest', inline: 'nearest' }));
    observer.observe(grid);
    return () => observer.disconnect();
  }, []);
  // A row that is removed takes its editor along.
  useLayoutEffect(() => () => state.commit(), [state]);
  const Input = settings ? fieldInputOf(settings.type) : null;
  if (!settings || !Input) return null;

  const press = (event: KeyboardEvent) => {
    const { key, shiftKey } = event;
    // Enter chooses an option in an open list.
    if (event.defaultPrevented && key !== 'Tab') return;
    if (key === 'Escape') state.cancel();
    else if (key === 'Enter' || key === 'Tab') {
      state.commit();
      state.move({ key, isShift: shiftKey, isCommand: false });
    } else return;
    event.preventDefault();
  };
  const leave = ({ relatedTarget }: FocusEvent) => {
    // The list of a select and a calendar are outside of the grid.
    const isInside =
      relatedTarget instanceof Node && (panel.current?.contains(relatedTarget) || overlay.contains(relatedTarget));
    if (!isInside && relatedTarget !== null) state.commit();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the input within it
    <div
      ref={panel}
      className={classes.panel}
      onKeyDown={press}
      onBlur={leave}
      onPointerDown={(event) => event.stopPropagation()}
      onDoubleClick={(event) => event.stopPropagation()}
    >
      <Input
        settings={settings}
        label={column.header}
        help={{}}
        value={value as FieldValue}
        error={isChanged ? checkFieldValue(settings, value) : undefined}
        onBlur={() => undefined}
        onChange={(next) => {
          setValue(next);
          setChanged(true);
          state.enter({ value: next });
        }}
      />
    </div>
  );
}
