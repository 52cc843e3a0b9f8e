import { describe, expect, test } from 'vitest';
import { mergeShapes } from '../../src/shared/tree/merge-shapes.ts';
import {
  type DropRequest,
  positionAfter,
  positionAfterStep,
  resolveDrop,
  type Step,
} from '../../src/shared/tree/tree-positions.ts';
import { rowsOfTree } from '../../src/shared/tree/tree-rows.ts';
import {
  ancestorsOf,
  childrenOf,
  emptyShape,
  heightOf,
  insert,
  move,
  remove,
  shapeOf,
  subtreeOf,
  type TreePosition,
  type TreeShape,
  topmost,
} from '../../src/shared/tree/tree-shape.ts';
import { diceOf } from '../support/dice.ts';
import { countingIds, randomFields } from '../support/template-actions.ts';

/** Parses a tree: a capital has the nodes in the brackets after it as children. */
function treeOf(text: string): TreeShape {
  const nodes: { id: string; parentId: string | null; order: number }[] = [];
  const around: (string | null)[] = [null];
  for (const sign of text.replaceAll(' ', '')) {
    if (sign === '(') around.push(nodes.at(-1)?.id ?? null);
    else if (sign === ')') around.pop();
    else nodes.push({ id: sign, parentId: around.at(-1) ?? null, order: nodes.length });
  }
  return shapeOf(nodes);
}

/** The inverse; also fails if parents and children disagree. */
function written(shape: TreeShape): string {
  const level = (parentId: string | null): string =>
    childrenOf(shape, parentId)
      .map((id) => {
        expect(shape.parents.get(id)).toBe(parentId);
        return shape.children.has(id) ? `${id}(${level(id)})` : id;
      })
      .join('');
  const text = level(null);
  expect(text.replaceAll(/[()]/g, '').length).toBe(shape.parents.size);
  return text;
}

const isGroup = (id: string) => id === id.toUpperCase();
const to = (parentId: string | null, before: string | null = null): TreePosition => ({ parentId, before });

describe('the shape of a tree', () => {
  test('is built from a list in any order, without orphans and cycles', () => {
    const nodes = [
      { id: 'b', parentId: 'A', order: 2 },
      { id: 'A', parentId: null, order: 7 },
      { id: 'a', parentId: 'A', order: 1 },
      { id: 'lost', parentId: 'gone', order: 0 },
      { id: 'x', parentId: 'y', order: 0 },
      { id: 'y', parentId: 'x', order: 0 },
      { id: 'first', parentId: null, order: 0 },
    ];
    const shape = shapeOf(nodes);
    expect([...shape.children]).toEqual([
      [null, ['first', 'A']],
      ['A', ['a', 'b']],
    ]);
    expect([...shape.parents.keys()].toSorted()).toEqual(['A', 'a', 'b', 'first']);
  });

  test('gives ancestors, subtree and height', () => {
    const shape = treeOf('a B(c D(e F)) g');
    expect(ancestorsOf(shape, 'e')).toEqual(['D', 'B']);
    expect([ancestorsOf(shape, 'a'), ancestorsOf(shape, null)]).toEqual([[], []]);
    expect(subtreeOf(shape, 'B')).toEqual(['B', 'c', 'D', 'e', 'F']);
    expect(['a', 'B', 'D', 'F'].map((id) => heightOf(shape, id))).toEqual([1, 3, 2, 1]);
  });

  test.each([
    [['e', 'a'], 'ae'],
    [['g', 'B', 'e', 'c'], 'Bg'],
    [['F', 'e', 'c'], 'ceF'],
    [['D', 'D', 'nobody'], 'D'],
    [[], ''],
  ])('of %j has %j as its topmost, in tree order', (ids, expected) => {
    expect(topmost(treeOf('a B(c D(e F)) g'), ids).join('')).toBe(expected);
  });

  test.each([
    ['a', to(null), 'B(cD(e))ga'],
    ['a', to('B'), 'B(cD(e)a)g'],
    ['a', to('D', 'e'), 'B(cD(ae))g'],
    ['g', to(null, 'a'), 'gaB(cD(e))'],
    // Its current position: nothing changes.
    ['B', to(null, 'g'), 'aB(cD(e))g'],
    ['B', to(null, 'B'), 'aB(cD(e))g'],
    ['g', to(null), 'aB(cD(e))g'],
    // Before a node that is itself moved means before that node’s next sibling.
    ['ag', to(null, 'g'), 'B(cD(e))ag'],
    ['aB', to(null, 'B'), 'aB(cD(e))g'],
    ['ac', to(null, 'B'), 'acB(D(e))g'],
    // From different parents: in tree order, not selection order; contents are moved with them.
    ['gea', to('B', 'c'), 'B(aegcD)'],
    ['gBe', to(null, 'a'), 'B(cD(e))ga'],
    ['eD', to(null), 'aB(c)gD(e)'],
  ])('moves %s to %j and becomes %s', (ids, place, expected) => {
    const shape = treeOf('a B(c D(e)) g');
    const before = written(shape);
    expect(written(move(shape, ids, place))).toBe(expected);
    expect(written(shape)).toBe(before);
  });

  test('removes nodes with their contents, and keeps no empty levels', () => {
    const shape = treeOf('a B(c D(e)) g');
    expect(written(remove(shape, ['D', 'e']))).toBe('aB(c)g');
    const bare = remove(shape, ['c', 'D']);
    expect([written(bare), bare.children.has('B')]).toEqual(['aBg', false]);
    const empty = remove(shape, ['a', 'B', 'g']);
    expect([empty.children.size, empty.parents.size]).toEqual([0, 0]);
  });

  test('inserts new nodes with their contents', () => {
    const inner = shapeOf([
      { id: 'N', parentId: null, order: 0 },
      { id: 'o', parentId: 'N', order: 0 },
    ]);
    expect(written(insert(treeOf('a B(c)'), ['N'], to('B', 'c'), inner))).toBe('aB(N(o)c)');
    expect(written(insert(emptyShape, ['N'], to(null), inner))).toBe('N(o)');
  });

  test('keeps the same objects for unchanged levels', () => {
    const shape = treeOf('a B(c D(e)) F(g h)');
    const moved = move(shape, ['h'], to('F', 'g'));
    expect(written(moved)).toBe('aB(cD(e))F(hg)');
    for (const id of [null, 'B', 'D']) expect(moved.children.get(id)).toBe(shape.children.get(id));
  });
});

describe('a step', () => {
  test.each<[string, Step, string | null]>([
    ['B', 'up', 'B(cD(ef))agI'],
    ['a', 'up', null],
    ['a', 'down', 'B(cD(ef))agI'],
    ['I', 'down', null],
    ['g', 'in', 'aB(cD(ef)g)I'],
    ['I', 'in', null],
    ['a', 'in', null],
    ['B', 'in', null],
    ['c', 'in', null],
    ['e', 'out', 'aB(cD(f)e)gI'],
    ['D', 'out', 'aB(c)D(ef)gI'],
    ['a', 'out', null],
    // Several nodes move before or after the neighbour of the outermost one, in their order.
    ['Bg', 'up', 'B(cD(ef))gaI'],
    ['aB', 'down', 'gaB(cD(ef))I'],
    // A selected node before the neighbour also moves past it.
    ['ag', 'down', 'B(cD(ef))Iag'],
    ['ga', 'up', null],
    ['gI', 'in', 'aB(cD(ef)gI)'],
    ['ef', 'out', 'aB(cDef)gI'],
    // From different parents: the first one determines the target.
    ['cg', 'down', 'aB(D(ef)cg)I'],
    ['eg', 'out', 'aB(cD(f)eg)I'],
    ['Be', 'up', 'B(cD(ef))agI'],
    ['', 'up', null],
  ])('from %s %s gives %s', (ids, step, expected) => {
    const shape = treeOf('a B(c D(e f)) g I');
    const place = positionAfterStep(shape, ids, step, isGroup);
    expect(place ? written(move(shape, ids, place)) : null).toBe(expected);
  });

  test('and its inverse restore the tree', () => {
    const shape = treeOf('a B(c D(e f)) g I');
    const go = (at: TreeShape, id: string, step: Step) => {
      const place = positionAfterStep(at, [id], step, isGroup);
      return place ? move(at, [id], place) : at;
    };
    expect(written(go(go(shape, 'g', 'up'), 'g', 'down'))).toBe(written(shape));
    expect(written(go(go(shape, 'D', 'up'), 'D', 'down'))).toBe(written(shape));
    expect(written(go(go(shape, 'D', 'out'), 'D', 'in'))).toBe(written(shape));
  });

  test('is undefined for a node that is not in the tree', () => {
    for (const step of ['up', 'down', 'in', 'out'] as const) {
      expect(positionAfterStep(treeOf('a b'), ['nobody'], step, isGroup)).toBeUndefined();
    }
  });

  test('can target the position right after a node', () => {
    const shape = treeOf('a B(c)');
    expect(['a', 'B', 'c'].map((id) => positionAfter(shape, id))).toEqual([to(null, 'B'), to(null), to('B')]);
  });
});

describe('a drop', () => {
  const shape = treeOf('a B(c D(e)) f G');
  const drop = (gap: number, depth: number, closed: string[] = []) => {
    const { position, ...line } = resolveDrop(rowsOfTree(shape, new Set(closed)), { gap, depth }, isGroup);
    return [position.parentId, position.before, line.gap, line.depth];
  };

  test.each([
    ['above the first line, however deep', drop(0, 5), [null, 'a', 0, 0]],
    ['further up than that', drop(-3, 0), [null, 'a', 0, 0]],
    ['below the last line', drop(7, 0), [null, null, 7, 0]],
    ['further down than that', drop(99, 0), [null, null, 7, 0]],
    ['below the last line and indented into it', drop(7, 1), ['G', null, 7, 1]],
    ['at an impossible depth', drop(7, 9), ['G', null, 7, 1]],
    ['between two of the top', drop(1, 0), [null, 'B', 1, 0]],
    ['under a value, which cannot have children', drop(1, 3), [null, 'B', 1, 0]],
    ['right under an open group, which it cannot leave', drop(2, 0), ['B', 'c', 2, 1]],
    ['at the end of nested groups, at the top level', drop(5, 0), [null, 'f', 5, 0]],
    ['there, in the outer one', drop(5, 1), ['B', null, 5, 1]],
    ['there, in the inner one', drop(5, 2), ['D', null, 5, 2]],
    ['there, deeper than that', drop(5, 8), ['D', null, 5, 2]],
    ['there, less deep than the top', drop(5, -2), [null, 'f', 5, 0]],
    ['under a closed group', drop(2, 0, ['B']), [null, 'f', 2, 0]],
    ['into a closed group, at its end', drop(2, 1, ['B']), ['B', null, 2, 1]],
  ])('%s', (_, found, expected) => expect(found).toEqual(expected));

  test('into an empty tree is at the top', () => {
    expect(resolveDrop([], { gap: 3, depth: 2 }, isGroup)).toEqual({ position: to(null), gap: 0, depth: 0 });
  });

  test('lands on the row and depth it previews, the nearest possible, on random trees', () => {
    const dice = diceOf(5);
    let deeper = 0;
    for (let round = 0; round < 600; round += 1) {
      const fields = randomFields(dice, countingIds('f'));
      const groups = new Set(fields.filter(({ settings }) => settings.type.endsWith('group')).map(({ id }) => id));
      const all = shapeOf(fields);
      const dragged = dice.someOf([...all.parents.keys()], 3);
      const rest = remove(all, dragged);
      const rows = rowsOfTree(rest, new Set());
      const wish: DropRequest = { gap: dice.below(rows.length + 1), depth: dice.below(7) };
      const found = resolveDrop(rows, wish, (id) => groups.has(id));
      const rowIdAt = (place: TreePosition) => {
        const put = rowsOfTree(insert(rest, ['new'], place), new Set());
        const at = put.findIndex(({ id }) => id === 'new');
        return { gap: at, depth: put[at]?.depth ?? -1 };
      };
      expect(rowIdAt(found.position), `round ${round}`).toEqual({ gap: found.gap, depth: found.depth });
      const levels = [null, ...rest.parents.keys()].filter((id) => id === null || groups.has(id));
      const places = levels.flatMap((id) => [...childrenOf(rest, id), null].map((before) => to(id, before)));
      const depths = places.map(rowIdAt).flatMap(({ gap, depth }) => (gap === wish.gap ? [depth] : []));
      const nearest = Math.min(...depths.map((depth) => Math.abs(depth - wish.depth)));
      expect(found.gap).toBe(wish.gap);
      expect(Math.abs(found.depth - wish.depth), `round ${round}`).toBe(nearest);
      if (depths.length > 1) deeper += 1;
      // All dragged nodes are dropped there; the order of the others is unchanged.
      const moved = move(all, dragged, found.position);
      expect(remove(moved, dragged)).toEqual(rest);
      expect(rowsOfTree(moved, new Set())[found.gap]?.id).toBe(topmost(all, dragged)[0]);
    }
    expect(deeper).toBeGreaterThan(50);
  });
});

describe('the rows of a tree', () => {
  test('have their position, excluding those in collapsed groups', () => {
    const rows = rowsOfTree(treeOf('a B(c D(e)) f'), new Set(['D', 'a']));
    expect(rows.map((row) => [row.id, row.depth, row.position, row.siblings, row.hasChildren, row.isOpen])).toEqual([
      ['a', 0, 1, 3, false, false],
      ['B', 0, 2, 3, true, true],
      ['c', 1, 1, 2, false, false],
      ['D', 1, 2, 2, true, false],
      ['f', 0, 3, 3, false, false],
    ]);
  });
});

test('a merge of moves that both deepen a branch stays within the maximum depth', () => {
  // In mine, X has moved into B, which is deeper in theirs.
  const moved = treeOf('A(B(X(D(e))))');
  const merged = mergeShapes(treeOf('G(A(B))X(D(e))'), moved, {
    ids: ['G', 'A', 'B', 'X', 'D', 'e'],
    isMine: (id) => id === 'X',
    canHold: isGroup,
    maxLevels: 4,
  });
  expect(written(merged.shape)).toBe('G(A(B(XDe)))');
  expect([...merged.displaced]).toEqual(['D', 'e']);
});
