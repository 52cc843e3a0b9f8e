import { type KeyboardEvent, type MouseEvent, useRef } from 'react';
import { commandOf, lineOfText, range, type TreeCommand } from './tree-keys.ts';
import type { TreeRow } from './tree-rows.ts';

/** Which lines are chosen, and the one that the keyboard is at. */
export interface TreeSelection {
  ids: ReadonlySet<string>;
  active: string | null;
}

/** A tree, and what comes of pressing keys and clicking in it. */
export interface TreeHands {
  rows: readonly TreeRow[];
  selection: TreeSelection;
  /** The line that the keyboard is at, also where nobody has been in the tree yet. */
  current: string | undefined;
  /** What typed letters are compared with. */
  textOf: (id: string) => string;
  onSelect: (ids: readonly string[], active: string) => void;
  /** One line was chosen with the pointer, and nothing else. */
  onPick: (id: string) => void;
  onOpen: (id: string, isOpen: boolean) => void;
  onCommand: (command: Exclude<TreeCommand, { do: 'choose' | 'open' }>) => void;
}

/** Milliseconds after which a letter starts another word. */
const wordPause = 700;

/** The id of the line that something is in. */
export const lineAt = (target: EventTarget): string | undefined =>
  target instanceof Element ? target.closest<HTMLElement>('[data-line]')?.dataset.line : undefined;

/** What a tree does with keys and clicks. */
export function useTreeHands({ rows, selection, current, textOf, onSelect, onPick, onOpen, onCommand }: TreeHands) {
  /** Where a range starts. */
  const anchor = useRef<string>(undefined);
  const word = useRef({ text: '', at: 0 });
  const { ids } = selection;

  const choose = (chosen: readonly string[], active: string, isRange = false) => {
    if (!isRange) anchor.current = active;
    onSelect(chosen, active);
  };
  const isWithinWord = (at: number) => word.current.text !== '' && at - word.current.at < wordPause;
  const findByLetter = (letter: string, at: number) => {
    const text = isWithinWord(at) ? word.current.text + letter : letter;
    word.current = { text, at };
    const found = lineOfText(rows, current, text, textOf);
    if (found !== undefined) choose([found], found);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const { key, shiftKey, ctrlKey, metaKey, altKey, currentTarget, target } = event;
    const isOnButton = target instanceof Element && target.closest('button') !== null;
    if (event.defaultPrevented || (isOnButton && (key === 'Enter' || key === ' '))) return;
    const isRtl = getComputedStyle(currentTarget).direction === 'rtl';
    const state = { rows, ids, active: current, anchor: anchor.current };
    // A space in what is being typed is one of its letters.
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
    const id = lineAt(event.target);
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
