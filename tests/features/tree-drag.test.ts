import { createStore } from 'jotai';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createTreeDrag, type Dragged, type TreeDragRules } from '../../src/shared/tree/tree-drag-state.ts';
import { indent, projectDrop, rowHeight, withDescendants } from '../../src/shared/tree/tree-drop.ts';
import { commandOf, findRowByText } from '../../src/shared/tree/tree-keys.ts';
import { rowsOfTree } from '../../src/shared/tree/tree-rows.ts';
import { shapeOf, type TreePosition } from '../../src/shared/tree/tree-shape.ts';
import { shows } from '../specification/shows.ts';

/** `a G(b H(c)) d`: capitals can have children. */
const shape = shapeOf([
  { id: 'a', parentId: null, order: 0 },
  { id: 'G', parentId: null, order: 1 },
  { id: 'b', parentId: 'G', order: 0 },
  { id: 'H', parentId: 'G', order: 1 },
  { id: 'c', parentId: 'H', order: 0 },
  { id: 'd', parentId: null, order: 2 },
]);
const rows = rowsOfTree(shape, new Set());
const canHold = (id: string) => id === id.toUpperCase();
const rowIdAt = (id: string, part: number) => (rows.findIndex((row) => row.id === id) + part) * rowHeight;

describe('a drag', () => {
  /** The drop target of `d`, dragged by its middle, for the upper or lower half of a row, moved this many levels sideways. */
  const drop = (id: string, part: 'above' | 'below', levels = 0, dragged = 'd') => {
    const depth = rows.find((row) => row.id === dragged)?.depth ?? 0;
    const point = { x: 100 + levels * indent, y: rowIdAt(id, part === 'above' ? 0.2 : 0.8) };
    return projectDrop(rows, withDescendants(rows, [dragged]), { x: 100, depth }, point, canHold);
  };

  test('targets the gap nearest to the pointer', () => {
    expect(drop('a', 'above')).toMatchObject({ position: { parentId: null, before: 'a' }, gap: 0, depth: 0 });
    expect(drop('a', 'below')).toMatchObject({ position: { parentId: null, before: 'G' }, gap: 1, depth: 0 });
    expect(drop('d', 'below')).toMatchObject({ position: { parentId: null, before: null }, gap: 6, depth: 0 });
  });

  test('goes deeper to the right, as far as the row above allows', () => {
    expect(drop('c', 'below').position).toEqual({ parentId: null, before: null });
    expect(drop('c', 'below', 1).position).toEqual({ parentId: 'G', before: null });
    expect(drop('c', 'below', 2).position).toEqual({ parentId: 'H', before: null });
    expect(drop('c', 'below', 3).position).toEqual({ parentId: 'H', before: null });
  });

  test('far enough to the right targets the children of the row above, whether or not it can have any', () => {
    expect(drop('a', 'below', 1).position).toEqual({ parentId: null, before: 'G' });
    expect(drop('a', 'below', 2)).toMatchObject({ position: { parentId: 'a', before: null }, depth: 1 });
    expect(drop('c', 'below', 4).position).toEqual({ parentId: 'c', before: null });
  });

  test('of a deeply nested node reaches a flat position without moving left', () => {
    expect(drop('a', 'below', 0, 'c').position).toEqual({ parentId: null, before: 'G' });
    expect(drop('a', 'below', 3, 'c').position).toEqual({ parentId: null, before: 'G' });
  });

  test('never targets the dragged subtree', () => {
    for (const { id } of rows)
      for (const part of ['above', 'below'] as const)
        for (const levels of [-2, 0, 1, 2, 4])
          expect(['G', 'b', 'H', 'c']).not.toContain(drop(id, part, levels, 'G').position.parentId);
  });

  test.each<[string, number, number, TreePosition]>([
    ['above the middle of a line goes before it, at its depth', 0.2, 200, { parentId: 'G', before: 'b' }],
    ['below the middle goes after it', 0.8, 200, { parentId: 'G', before: 'H' }],
  ])('of a new node %s', (_, part, x, place) => {
    expect(projectDrop(rows, new Set(), null, { x, y: rowIdAt('b', part) }, canHold).position).toEqual(place);
  });

  test('of a new node targets a row that can have children from its lower half, and its sibling position further left', () => {
    const last = rowsOfTree(shapeOf([{ id: 'G', parentId: null, order: 0 }]), new Set());
    const at = (x: number, y: number) => projectDrop(last, new Set(), null, { x, y }, canHold).position;
    expect(at(200, 0.8 * rowHeight)).toEqual({ parentId: 'G', before: null });
    expect(at(5, 0.8 * rowHeight)).toEqual({ parentId: null, before: null });
    expect(at(200, 5 * rowHeight)).toEqual({ parentId: null, before: null });
  });
});

describe('the state of a drag', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  function startDrag(refusal: (dragged: Dragged, place: TreePosition) => string | undefined = () => undefined) {
    const store = createStore();
    const closed = new Set<string>();
    const rules = {
      rows: vi.fn(() => rowsOfTree(shape, closed)),
      canHold,
      grab: (id: string) => [id],
      refusal: vi.fn(refusal),
      open: vi.fn((id: string) => void closed.delete(id)),
      drop: vi.fn(),
      refuse: vi.fn(),
      discard: vi.fn(),
    } satisfies TreeDragRules;
    const drag = createTreeDrag(store, rules);
    return { store, closed, rules, drag };
  }
  const over = (id: string, part = 0.5) => ({ x: 100, y: rowIdAt(id, part) });

  test('checks the rules once per position, not on each move within it', () => {
    const { drag, rules } = startDrag();
    drag.start({ ids: ['d'] }, { x: 100, depth: 0 });
    for (let step = 0; step < 10; step += 1) drag.move({ x: 100 + step / 2, y: rowIdAt('a', 0.7) + step / 2 });
    expect(rules.refusal).toHaveBeenCalledTimes(1);
    drag.move(over('a', 0.1));
    expect(rules.refusal).toHaveBeenCalledTimes(2);
  });

  test('ends in a drop, a rejection, a removal or nothing', () => {
    const { drag, rules } = startDrag((_, { before }) => (before === 'a' ? 'Not there' : undefined));
    const end = (id: string, part: number, isDropped: boolean, isDiscarded = false) => {
      drag.start({ ids: ['d'] }, { x: 100, depth: 0 });
      drag.move(over(id, part));
      drag.end(isDropped, isDiscarded);
    };
    end('a', 0.8, false);
    end('a', 0.2, true);
    expect(rules.refuse).toHaveBeenCalledExactlyOnceWith('Not there');
    end('a', 0.8, true, true);
    expect(rules.discard).toHaveBeenCalledExactlyOnceWith(['d']);
    expect(rules.drop).not.toHaveBeenCalled();
    end('a', 0.8, true);
    expect(rules.drop).toHaveBeenCalledExactlyOnceWith({ ids: ['d'] }, { parentId: null, before: 'G' });
  });

  test('expands a collapsed row after 800 ms over it, but not one it has left', () => {
    shows('1.9.time.drop-activate');
    const { drag, rules, closed } = startDrag();
    closed.add('G');
    drag.start({ ids: ['a'] }, { x: 100, depth: 0 });
    drag.move(over('G'));
    vi.advanceTimersByTime(700);
    drag.move(over('a'));
    vi.advanceTimersByTime(1000);
    expect(rules.open).not.toHaveBeenCalled();
    drag.move(over('G'));
    vi.advanceTimersByTime(799);
    expect(rules.open).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(rules.open).toHaveBeenCalledExactlyOnceWith('G');
  });

  test('shows nothing after it has ended, and expands nothing afterwards', () => {
    const { drag, store, rules, closed } = startDrag();
    closed.add('G');
    drag.start({ kind: 'text' }, null);
    drag.move(over('G'));
    drag.end(false, false);
    vi.advanceTimersByTime(1000);
    expect([store.get(drag.dragged), store.get(drag.target), rules.open.mock.calls]).toEqual([null, null, []]);
  });
});

describe('the keys of a tree', () => {
  const plain = { shiftKey: false, ctrlKey: false, metaKey: false, altKey: false, isRtl: false };
  const state = { rows, ids: new Set(['G']), active: 'G', anchor: 'G' };

  test('left and right are swapped in right-to-left layouts', () => {
    const left = { ...plain, key: 'ArrowLeft' };
    expect(commandOf(left, state)).toEqual({ do: 'open', id: 'G', isOpen: false });
    expect(commandOf({ ...left, isRtl: true }, state)).toEqual({ do: 'choose', ids: ['b'], active: 'b' });
    expect(commandOf({ ...left, altKey: true, isRtl: true }, state)).toEqual({ do: 'step', step: 'in' });
  });

  test('keys of the browser and of other components are ignored', () => {
    for (const key of ['r', 'ArrowLeft', 'Enter', 'z', 'Delete'])
      expect(commandOf({ ...plain, key, ctrlKey: true }, state)).toBeUndefined();
    expect(commandOf({ ...plain, key: 'Tab' }, state)).toBeUndefined();
    expect(commandOf({ ...plain, key: 'ArrowUp', altKey: true, shiftKey: true }, state)).toBeUndefined();
  });

  test('a range grows and shrinks from its anchor', () => {
    const from = { rows, ids: new Set(['b', 'H', 'c']), active: 'c', anchor: 'b' };
    expect(commandOf({ ...plain, key: 'ArrowUp', shiftKey: true }, from)).toMatchObject({
      ids: ['b', 'H'],
      active: 'H',
    });
    const upwards = { ...from, active: 'b' };
    expect(commandOf({ ...plain, key: 'Home', shiftKey: true }, upwards)).toMatchObject({ ids: ['a', 'G', 'b'] });
  });

  test('one letter moves to the next match; further letters that still match stay', () => {
    const words: Record<string, string> = { a: 'Damage', G: 'Stats', b: 'Speed', H: 'Steps', c: 'Dice', d: 'Delay' };
    const textOf = (id: string) => words[id] ?? '';
    expect(findRowByText(rows, 'a', 'd', textOf)).toBe('c');
    expect(findRowByText(rows, 'c', 'd', textOf)).toBe('d');
    expect(findRowByText(rows, 'G', 'st', textOf)).toBe('G');
    expect(findRowByText(rows, 'b', 'sta', textOf)).toBe('G');
    expect(findRowByText(rows, 'a', 'x', textOf)).toBeUndefined();
    expect(findRowByText(rows, 'a', 'e', (id) => (id === 'c' ? 'Épée' : id))).toBe('c');
  });
});
