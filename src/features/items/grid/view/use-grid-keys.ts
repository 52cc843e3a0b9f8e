import type { RefObject } from 'react';
import { flushSync } from 'react-dom';
import { gridKeys } from '../../../../shared/ui/actions/key-list.ts';
import { isMac } from '../../../../shared/ui/actions/keys.ts';
import { useListedKeys } from '../../../../shared/ui/actions/page-actions.ts';
import { usePageEvent } from '../../../../shared/ui/hooks/use-page-event.ts';
import type { GridState } from '../model/grid-state.ts';
import { clearArea, fillDown } from '../model/sheet-view.ts';
import { useWritable } from './use-writable.ts';

interface GridKeysOptions {
  state: GridState;
  viewport: RefObject<HTMLElement | null>;
}

/** True while keys are for the grid: also if the focused cell was removed, which leaves the focus nowhere. */
export function isGridFocused({ state, viewport }: GridKeysOptions): boolean {
  const { activeElement, body } = document;
  if (state.editing()) return false;
  return (
    (viewport.current?.contains(activeElement) === true && activeElement?.closest('[role="columnheader"]') === null) ||
    (activeElement === body && state.isFocused)
  );
}

/** The keys of the grid, while no editor is open. */
export function useGridKeys({ state, viewport }: GridKeysOptions): void {
  useListedKeys(gridKeys);
  const isWritable = useWritable(state);
  usePageEvent('keydown', (event) => {
    if (!isGridFocused({ state, viewport }) || event.isComposing) return;
    const kind = writeOf(event);
    if (kind && !isWritable(kind)) return event.preventDefault();
    if (entersText(event)) {
      // The editor has the focus before the browser enters the character, so that none is lost.
      flushSync(() => state.edit({ isTyped: true }));
      return;
    }
    const isCommand = event.ctrlKey || event.metaKey;
    const isHandled = isCommand ? pressWithCommand(state, event) : press(state, event);
    if (isHandled) event.preventDefault();
  });
}

/** Whether a key writes into the selected cells, or copies some of them into the others. */
function writeOf(event: KeyboardEvent): 'cells' | 'copies' | undefined {
  const { key, ctrlKey, metaKey, altKey } = event;
  if ((ctrlKey || metaKey) && key.toLowerCase() === 'd') return 'copies';
  const isDeletion = (key === 'Delete' || key === 'Backspace') && !altKey;
  return entersText(event) || isDeletion || key === 'F2' ? 'cells' : undefined;
}

/** True for a key that enters a character, also with Option or AltGr, or that begins one, as accents and input methods do. */
function entersText(event: KeyboardEvent): boolean {
  const { key, ctrlKey, metaKey, altKey } = event;
  if (key === 'Dead' || key === 'Process') return true;
  if (key.length !== 1) return false;
  // Windows reports AltGr as Ctrl and Alt.
  if (event.getModifierState('AltGraph')) return true;
  return !ctrlKey && !metaKey && (!altKey || isMac());
}

function pressWithCommand(state: GridState, { key, shiftKey }: KeyboardEvent): boolean {
  switch (key.toLowerCase()) {
    case 'z':
      state.travel(shiftKey ? 'redo' : 'undo');
      return true;
    case 'y':
      state.travel('redo');
      return true;
    case 'a':
      state.selectAll();
      return true;
    case 'd':
      state.apply(fillDown(state.view(), state.selection()), { selects: true });
      return true;
    default:
      return state.move({ key, isShift: shiftKey, isCommand: true });
  }
}

function press(state: GridState, { key, shiftKey, altKey }: KeyboardEvent): boolean {
  if (altKey) return false;
  if (key === 'Delete' || key === 'Backspace') {
    state.apply(clearArea(state.view(), state.selection()));
    return true;
  }
  if (key === 'F2') {
    state.edit({ isTyped: false });
    return true;
  }
  return state.move({ key, isShift: shiftKey, isCommand: false });
}
