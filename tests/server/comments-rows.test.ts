import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import { rowsAt } from '@quartermaster/contract/content/row-anchors.ts';
import { describe, expect, it } from 'vitest';
import { findRows, storeRows } from '../../server/modules/comments/row-anchors.ts';
import { shows } from '../specification/shows.ts';
import { isLong } from '../support/long.ts';
import { randomNumbers } from '../support/sample-template.ts';

const groups = ['rows'];
const hasFewValues = (id: string) => id === 'magic' || id === 'kind';
const at = (rows: ItemValues[], index: number) => storeRows(rowsAt({ rows }, groups, [index]) ?? [], hasFewValues);
const find = (before: ItemValues[], index: number, rows: ItemValues[]) => findRows({ rows }, groups, at(before, index));
const row = (stat: string, amount: number): ItemValues => ({ stat, amount });
const [a, b, c, d] = [row('a', 1), row('b', 2), row('c', 3), row('d', 4)];
/** More rows than a thread stores hashes of. */
const many = Array.from({ length: 600 }, (_, index) => row(`m${index}`, -index));

describe('a thread in a row', () => {
  it.each([
    ['stays', [a, b, c], 1, [a, b, c], [1]],
    ['moves with its row', [a, b, c], 1, [b, c, a], [0]],
    ['moves past inserted rows', [a, b], 1, [c, d, a, b], [3]],
    ['stays through an edit between the same rows', [a, b, c], 1, [a, row('b', 9), c], [1]],
    ['stays through an edit of the only row', [a], 0, [row('a', 9)], [0]],
    ['stays through an edit, with a row inserted elsewhere', [a, b, c], 1, [a, row('b', 9), c, d], [1]],
    ['is lost if nothing is as it was', [a, b, c], 1, [a, row('x', 9), c], null],
    ['is lost with its row', [a, b, c], 1, [a, c], null],
    ['is lost among two new rows', [a, b, c], 1, [a, row('b', 9), row('b', 8), c], null],
    ['is not at another row that was moved there', [a, b, row('b', 7), c], 1, [a, row('b', 7), c], null],
    ['is not at another row that was moved there and edited', [a, b, c, row('b', 7)], 1, [a, row('b', 8), c], null],
    ['is lost if it was replaced by one with a value that others have', [a, row('b', 1)], 1, [a, row('x', 1)], null],
    ['is lost if everything was edited', [a, b], 0, [row('a', 5), row('b', 5)], null],
    ['is lost if one of two equal rows is gone', [a, a, b], 0, [a, b], null],
    ['stays among equal rows', [a, a, b], 1, [a, a, b], [1]],
    ['is not moved among equal rows', [a, b, a], 2, [b, a, a], [2]],
    ['is lost without the group', [a], 0, [], null],
    ['stays among many', [...many, a], 600, [...many, a], [600]],
    ['moves with its row among many', [...many, a, b], 600, [b, a, ...many.slice(5)], [1]],
    ['stays among many through an edit of its row', [...many, b, c], 600, [...many, row('b', 9), c], [600]],
    ['stays among many and equal rows', [a, ...many, a], 601, [a, ...many, a], [601]],
    ['is lost among many through an edit of everything', [...many, b, c], 600, [...many, row('x', 9), c], null],
    ['is lost among many through edits of several rows', [...many, b, c], 600, [...many, row('b', 9), d], null],
    ['is lost among many with its row', [...many, b, c], 600, [...many, c], null],
    ['is lost among many at the end', [...many, b], 600, many, null],
    ['is lost among many if one of two equal rows is gone', [a, ...many, a], 601, [...many, a], null],
  ])('%s', (_, before, index, after, found) => {
    shows('5.comments.rows');
    expect(find(before, index, after)).toEqual(found);
  });

  it('stores little of many rows, and is found by what was stored of them earlier', () => {
    const [stored] = at(many, 300);
    expect(JSON.stringify(stored).length).toBeLessThan(300);
    const hashes = [many.slice(0, 300), many.slice(300)].flatMap((rows) => {
      const [half] = at(rows, 0);
      return half && 'hashes' in half ? half.hashes : [];
    });
    const early = [{ index: 300, hashes, values: stored?.values ?? {} }];
    const changed = [...many.slice(0, 300), row('m300', 9), ...many.slice(301), a];
    expect(findRows({ rows: [b, ...many] }, groups, early)).toEqual([301]);
    expect(findRows({ rows: changed }, groups, early)).toEqual([300]);
  });

  it('is lost if it was stored without its row', () => {
    expect(findRows({ rows: [a, b] }, groups, [{ index: 9, hashes: ['x'], values: {} }])).toBeNull();
  });

  it('does not mind empty values', () => {
    expect(find([{ ...a, note: null }, b], 0, [b, a])).toEqual([1]);
    expect(find([row('', 1), b], 0, [row('', 2), b])).toBeNull();
  });

  it('is found in rows in rows, by the rows around it', () => {
    const inner = (steps: number[], stat: string): ItemValues => ({ stat, steps: steps.map((step) => ({ step })) });
    const paths = ['rows', 'steps'];
    const before = { rows: [inner([1, 2, 3], 'a'), inner([1, 2, 3], 'b')] };
    const stored = storeRows(rowsAt(before, paths, [1, 2]) ?? []);
    expect(findRows({ rows: [inner([1, 2, 3], 'b'), inner([1, 2, 3], 'a')] }, paths, stored)).toEqual([0, 2]);
    expect(findRows({ rows: [inner([1, 2, 3], 'a'), inner([3, 1, 2], 'b')] }, paths, stored)).toEqual([1, 0]);
    // A sibling has the same row.
    expect(findRows({ rows: [inner([1, 2, 3], 'a')] }, paths, stored)).toBeNull();
  });
});

/** A row with an identity, which no value shows. */
interface Row {
  id: number;
  values: ItemValues;
}

describe('through random changes', () => {
  it.each([
    ['few', [], isLong ? 20_000 : 3000],
    ['many', many, isLong ? 1000 : 100],
  ])('a thread among %s rows is at its row or at none', (_, others, rounds) => {
    shows('5.comments.rows');
    const random = randomNumbers(59);
    const pick = (below: number) => Math.floor(random() * below);
    let fresh = 0;
    const create = (): Row => {
      fresh += 1;
      return { id: fresh, values: { stat: `s${fresh}`, amount: fresh, magic: pick(2) === 0, kind: `k${pick(3)}` } };
    };
    const counts = { found: 0, lost: 0 };
    for (let round = 0; round < rounds; round++) {
      const before = Array.from({ length: 1 + pick(7) }, create);
      const index = pick(before.length);
      let rows = [...before];
      for (let change = pick(5); change > 0; change--) {
        const place = pick(rows.length);
        const kind = pick(4);
        const current = rows[place];
        if (kind === 0) rows.splice(pick(rows.length + 1), 0, create());
        else if (kind === 1) rows = rows.toSpliced(place, 1);
        else if (kind === 2 && current) rows.splice(pick(rows.length), 0, ...rows.splice(place, 1));
        else if (current) {
          fresh += 1;
          const name = ['stat', 'amount'][pick(2)] ?? '';
          rows[place] = { ...current, values: { ...current.values, [name]: name === 'stat' ? `s${fresh}` : fresh } };
        }
      }
      const valuesOf = (list: Row[]) => [...list.map(({ values }) => values), ...others];
      const found = find(valuesOf(before), index, valuesOf(rows));
      counts[found ? 'found' : 'lost'] += 1;
      if (found) expect(rows[found[0] ?? -1]?.id).toBe(before[index]?.id);
      else if (rows.some(({ id, values }) => id === before[index]?.id && values === before[index]?.values))
        expect.fail('A row that is as it was is not found.');
    }
    expect(counts.found).toBeGreaterThan(counts.lost);
  });
});
