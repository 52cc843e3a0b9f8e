import { type KeyboardEvent, useLayoutEffect, useRef } from 'react';
import type { GridColumn } from '../grid-columns.tsx';
import type { GridState } from '../model/grid-state.ts';
import { CellPanel } from './cell-panel.tsx';
import classes from './grid.module.css';

interface CellEditorProps {
  state: GridState;
  column: GridColumn;
  /** From 1. */
  rowNumber: number;
}

/** The editor in a cell: a text, or the input of the item form for values that are chosen. */
export const CellEditor = (props: CellEditorProps) =>
  props.state.editing()?.kind === 'panel' ? <CellPanel {...props} /> : <TextEditor {...props} />;

const arrows: readonly string[] = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'];

function TextEditor({ state, column, rowNumber }: CellEditorProps) {
  const { text, isTyped } = state.editing() ?? { text: '', isTyped: false };
  const input = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    const element = input.current;
    element?.focus({ preventScroll: true });
    element?.setSelectionRange(element.value.length, element.value.length);
  }, []);
  // A row that is removed takes its editor along.
  useLayoutEffect(() => () => state.commit(), [state]);

  const press = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const { key, shiftKey, altKey, ctrlKey, metaKey, nativeEvent } = event;
    if (nativeEvent.isComposing) return;
    if (key === 'Escape') state.cancel();
    else if (key === 'Enter' && (altKey || ctrlKey || metaKey)) {
      const element = event.currentTarget;
      element.setRangeText('\n', element.selectionStart, element.selectionEnd, 'end');
      noteText(element);
    } else if (key === 'Enter' || key === 'Tab' || (isTyped && arrows.includes(key))) {
      state.commit();
      state.move({ key, isShift: shiftKey && !arrows.includes(key), isCommand: false });
    } else return;
    event.preventDefault();
  };
  const noteText = (element: HTMLTextAreaElement) => {
    state.enter({ text: element.value });
    grow(element);
  };
  return (
    <textarea
      ref={input}
      className={classes.editor}
      rows={1}
      spellCheck={false}
      autoComplete="off"
      aria-label={`${column.header}, row ${rowNumber}`}
      defaultValue={text}
      onInput={(event) => noteText(event.currentTarget)}
      onKeyDown={press}
      onBlur={() => state.commit()}
      onPointerDown={(event) => event.stopPropagation()}
      onDoubleClick={(event) => event.stopPropagation()}
    />
  );
}

/** Long texts get more lines, as far as there is room. */
function grow(element: HTMLTextAreaElement) {
  element.style.height = 'auto';
  element.style.height = `${Math.min(200, element.scrollHeight)}px`;
}
