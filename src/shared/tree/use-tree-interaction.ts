import { type KeyboardEvent, type MouseEvent, useRef } from 'react';
import { commandOf, findRowByText, range, type TreeCommand } from './tree-keys.ts';
import type { TreeRow } from './tree-rows.ts';

/** The selected rows and the active one. */
export interface TreeSelection {
  ids: ReadonlySet<string>;
  active: string | null;
}

/** The props and callbacks of a tree's keyboard and mouse control. */
export interface TreeInteractionOptions {
  rows: readonly TreeRow[];
  selection: TreeSelection;
  /** The active row, or the first one if none is active yet. */
  current: string | undefined;
  /** The text of a row, for type-ahead search. */
  textOf: (id: string) => string;
  onSelect: (ids: readonly string[], active: string) => void;
  /** A single row was selected with the pointer. */
  onPick: (id: string) => void;
  onOpen: (id: string, isOpen: boolean) => void;
  onCommand: (command: Exclude<TreeCommand, { do: 'choose' | 'open' }>) => void;
}

/** The pause in milliseconds after which a letter starts a new search. */
const typeAheadPause = 700;

/** The id of the row that contains an event target. */
export const rowIdAt = (target: EventTarget): string | undefined =>
  target instanceof Element ? target.closest<HTMLElement>('[data-row]')?.dataset.row : undefined;

/** Handlers for the keyboard and mouse control of a tree. */
export function useTreeInteraction({
  rows,
  selection,
  current,
  textOf,
  onSelect,
  onPick,
  onOpen,
  onCommand,
}: TreeInteractionOptions) {
  /** The start of a range selection. */
  const anchor = useRef<string>(undefined);
  const word = useRef({ text: '', at: 0 });
  const { ids } = selection;

  const choose = (chosen: readonly string[], active: string, isRange = false) => {
    if (!isRange) anchor.current = active;
    onSelect(chosen, active);
  };
  const isWithinWord = (at: number) => word.current.text !== '' && at - word.current.at < typeAheadPause;
  const findByLetter = (letter: string, at: number) => {
    const text = isWithinWord(at) ? word.current.text + letter : letter;
    word.current = { text, at };
    const found = findRowByText(rows, current, text, textOf);
    if (found !== undefined) choose([found], found);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const { key, shiftKey, ctrlKey, metaKey, altKey, currentTarget, target } = event;
    const isOnButton = target instanceof Element && target.closest('button') !== null;
    if (event.defaultPrevented || (isOnButton && (key === 'Enter' || key === ' '))) return;
    const isRtl = getComputedStyle(currentTarget).direction === 'rtl';
    const state = { rows, ids, active: current, anchor: anchor.current };
    // Within a type-ahead search, a space is part of the text.
    const isLetter = key === ' ' && isWithinWord(event.timeStamp);
    const command = isLetter ? undefined : commandOf({ key, shiftKey, ctrlKey, metaKey, altKey, isRtl }, state);
    if (!command) {
      if (isLetter) event.preventDefault();
      if (key.length === 1 && !ctrlKey && !metaKey && !altKey) findByLetter(key, event.timeStamp);
      return;
    }
    event.preventDefault();
    if (command.do === 'choose') choose(command.ids, command.active, command.isRange);
    else if (command.do === 'open') onOpen(command.id, command.isOpen);
    else onCommand(command);
  };
  const onClick = (event: MouseEvent<HTMLElement>) => {
    const id = rowIdAt(event.target);
    const row = rows.find((candidate) => candidate.id === id);
    if (!row || !(event.target instanceof Element) || event.target.closest('button')) return;
    if (event.target.closest('[data-toggle]')) onOpen(row.id, !row.isOpen);
    else if (event.shiftKey) choose(range(rows, anchor.current ?? row.id, row.id), row.id, true);
    else if (event.ctrlKey || event.metaKey) {
      const others = [...ids].filter((other) => other !== row.id);
      choose(ids.has(row.id) ? others : [...others, row.id], row.id);
    } else {
      anchor.current = row.id;
      onPick(row.id);
    }
  };
  return { onKeyDown, onClick };
}
