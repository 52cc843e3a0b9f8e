import { atom, useAtomValue } from 'jotai';
import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useWindow } from '../table/use-window.ts';
import { DropLine } from './drop-line.tsx';
import classes from './tree.module.css';
import { useDragLines, useTreeDrag } from './tree-drag.tsx';
import type { Dragged } from './tree-drag-state.ts';
import { indent, rowHeight } from './tree-drop.ts';
import { commandOf, lineOfText, range, type TreeCommand } from './tree-keys.ts';
import { type LineContent, TreeLine } from './tree-line.tsx';
import type { TreeRow } from './tree-rows.ts';

/** Which lines are chosen, and the one that the keyboard is at. */
export interface TreeSelection {
  ids: ReadonlySet<string>;
  active: string | null;
}

interface TreeViewProps {
  label: string;
  rows: readonly TreeRow[];
  selection: TreeSelection;
  Content: LineContent;
  /** Buttons of the line that somebody is at. */
  Actions?: LineContent;
  /** What typed letters are compared with. */
  textOf: (id: string) => string;
  onSelect: (ids: readonly string[], active: string) => void;
  /** One line was chosen with the pointer, and nothing else. */
  onPick: (id: string) => void;
  onOpen: (id: string, isOpen: boolean) => void;
  onCommand: (command: Exclude<TreeCommand, { do: 'choose' | 'open' }>) => void;
  /** Stands where there are no lines. */
  empty: ReactNode;
  /** The tree itself, for who gives it the focus. */
  tree: RefObject<HTMLDivElement | null>;
}

/** Beyond this many only what is in view is drawn. */
const drawnAtOnce = 60;
/** Milliseconds after which a letter starts another word. */
const wordPause = 700;
/** Pixels that a line needs beside its depth. */
const lineWidth = 280;

/** A tree of any length: by pointer and keyboard, several at once, only what is in view drawn. */
export function TreeView(props: TreeViewProps) {
  const { label, rows, selection, Content, Actions, textOf, onSelect, onPick, onOpen, onCommand, empty, tree } = props;
  const drag = useTreeDrag();
  const dragLines = useDragLines();
  const prefix = useId();
  const [hovered, setHovered] = useState<string>();
  const anchor = useRef<string>(undefined);
  const word = useRef({ text: '', at: 0 });
  const activeIndex = rows.findIndex(({ id }) => id === selection.active);
  // Where nothing is active yet, the keyboard is at the first line.
  const at = Math.max(0, activeIndex);
  const current = rows[at];
  const onTheirWay = useAtomValue(drag?.lines ?? noLines);
  const isDragging = useAtomValue(drag?.dragged ?? nothing) !== null;
  const elementId = (id: string) => `${prefix}-${id}`;

  const drawn = useWindow({
    count: rows.length,
    drawAllUpTo: drawnAtOnce,
    size: fixedSize,
    itemKey: byIndex,
    viewport: tree,
    covered: 0,
  });

  // A button of a line loses the focus where its line moves in the page, or where another line has the buttons now.
  const button = useRef<{ line: string; label: string }>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at when lines or their buttons are others
  useLayoutEffect(() => {
    const page = tree.current?.ownerDocument;
    const last = button.current;
    if (!last || !page || page.activeElement !== page.body) return;
    const lines = tree.current?.querySelectorAll<HTMLElement>('[data-line] button') ?? [];
    const same = [...lines].find((one) => lineAt(one) === last.line && one.getAttribute('aria-label') === last.label);
    (same ?? tree.current)?.focus();
  }, [rows, selection]);

  // Only another choice scrolls: whoever opens something elsewhere stays there.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the choice is what counts
  useEffect(() => {
    if (activeIndex >= 0 && tree.current) showLine(tree.current, activeIndex);
  }, [selection]);

  const choose = (ids: readonly string[], active: string, isRange = false) => {
    if (!isRange) anchor.current = active;
    onSelect(ids, active);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const { key, shiftKey, ctrlKey, metaKey, altKey, currentTarget, target } = event;
    const isOnButton = target instanceof Element && target.closest('button') !== null;
    if (event.defaultPrevented || (isOnButton && (key === 'Enter' || key === ' '))) return;
    const isRtl = getComputedStyle(currentTarget).direction === 'rtl';
    const state = { rows, ids: selection.ids, active: current?.id, anchor: anchor.current };
    const command = commandOf({ key, shiftKey, ctrlKey, metaKey, altKey, isRtl }, state);
    if (!command) {
      if (key.length !== 1 || ctrlKey || metaKey || altKey) return;
      const text = event.timeStamp - word.current.at < wordPause ? word.current.text + key : key;
      word.current = { text, at: event.timeStamp };
      const found = lineOfText(rows, current?.id, text, textOf);
      if (found !== undefined) choose([found], found);
      return;
    }
    event.preventDefault();
    if (command.do === 'choose') choose(command.ids, command.active, command.isRange);
    else if (command.do === 'open') onOpen(command.id, command.isOpen);
    else onCommand(command);
  };
  const onClick = (event: MouseEvent<HTMLDivElement>) => {
    const id = lineAt(event.target);
    const row = rows.find((candidate) => candidate.id === id);
    if (!row || !(event.target instanceof Element) || event.target.closest('button')) return;
    if (event.target.closest('[data-toggle]')) return onOpen(row.id, !row.isOpen);
    const { ids } = selection;
    if (event.shiftKey) return choose(range(rows, anchor.current ?? row.id, row.id), row.id, true);
    if (event.ctrlKey || event.metaKey) {
      const others = [...ids].filter((other) => other !== row.id);
      return choose(ids.has(row.id) ? others : [...others, row.id], row.id);
    }
    anchor.current = row.id;
    onPick(row.id);
  };

  if (rows.length === 0) {
    return (
      <div ref={tree} className={classes.tree}>
        <div {...dragLines} className={classes.lines}>
          {empty}
          {drag && <DropLine drag={drag} />}
        </div>
      </div>
    );
  }

  const depth = rows.reduce((deepest, row) => Math.max(deepest, row.depth), 0);
  const line = (row: TreeRow | undefined, index: number) =>
    row && (
      <TreeLine
        key={row.id}
        row={row}
        index={index}
        elementId={elementId(row.id)}
        isSelected={selection.ids.has(row.id)}
        isActive={row === current}
        isDragged={onTheirWay.has(row.id)}
        isDraggable={drag !== null}
        Content={Content}
        Actions={!isDragging && (row.id === hovered || row === rows[activeIndex]) ? Actions : undefined}
      />
    );

  return (
    <div
      ref={tree}
      role="tree"
      aria-label={label}
      aria-multiselectable
      aria-activedescendant={current && elementId(current.id)}
      tabIndex={0}
      className={classes.tree}
      onKeyDown={onKeyDown}
      onClick={onClick}
      onFocus={({ target }) => {
        const line = target.closest('button') && lineAt(target);
        button.current = line ? { line, label: target.getAttribute('aria-label') ?? '' } : undefined;
      }}
      onBlur={({ relatedTarget }) => {
        if (relatedTarget) button.current = undefined;
      }}
      onPointerOver={({ target }: PointerEvent) => setHovered(lineAt(target))}
      onPointerLeave={() => setHovered(undefined)}
    >
      <div
        {...dragLines}
        className={classes.lines}
        style={{ height: rows.length * rowHeight, minWidth: lineWidth + depth * indent }}
      >
        {/* The line that the keyboard is at is always there, as the tree points to it. */}
        {at < drawn.start && line(current, at)}
        {rows.slice(drawn.start, drawn.end).map((row, place) => line(row, drawn.start + place))}
        {at >= drawn.end && line(current, at)}
        {drag && <DropLine drag={drag} />}
      </div>
    </div>
  );
}

const noLines = atom<ReadonlySet<string>>(new Set<string>());
const nothing = atom<Dragged | null>(null);
const fixedSize = () => rowHeight;
const byIndex = (index: number) => index;

const lineAt = (target: EventTarget): string | undefined =>
  target instanceof Element ? target.closest<HTMLElement>('[data-line]')?.dataset.line : undefined;

function showLine(viewport: HTMLElement, index: number) {
  const top = index * rowHeight;
  if (top < viewport.scrollTop) viewport.scrollTop = top;
  else if (top + rowHeight > viewport.scrollTop + viewport.clientHeight) {
    viewport.scrollTop = top + rowHeight - viewport.clientHeight;
  }
}
