import type { TreeNode } from '@quartermaster/contract/content/template-tree.ts';
import { fieldTypeOf } from '@quartermaster/contract/field-types/registry.ts';
import type { CSSProperties } from 'react';
import { fieldTypeViewOf } from '../field-types/registry.ts';

/** The most columns that a level has, as in item-fields.module.css. */
const mostColumns = 4;

/** How many columns each field of a level takes, by its id: as styles, for each number of columns that the form may have. */
export type FieldPlaces = ReadonlyMap<string, CSSProperties>;

const known = new WeakMap<readonly TreeNode[], FieldPlaces>();

/**
 * Fills the rows of a level: what is wide and can be narrow takes the last column of a row rather than leave it empty, and what comes before
 * anything else that needs a new row is as wide as its row. A short field at the end of a level stays short.
 */
export function placesOf(nodes: readonly TreeNode[]): FieldPlaces {
  const places = known.get(nodes) ?? computePlaces(nodes);
  known.set(nodes, places);
  return places;
}

function computePlaces(nodes: readonly TreeNode[]): FieldPlaces {
  const places = new Map<string, Record<string, number>>();
  for (let columns = 2; columns <= mostColumns; columns++)
    for (const [id, span] of spansIn(nodes, columns)) places.set(id, { ...places.get(id), [`--in-${columns}`]: span });
  return places;
}

/** How many columns of so many each field takes. */
export function spansIn(nodes: readonly TreeNode[], columns: number): Map<string, number> {
  const spans = new Map<string, number>();
  let room = columns;
  let last: { id: string; isWide: boolean } | undefined;
  const endRow = (isFollowed: boolean) => {
    if (last && room > 0 && room < columns && (isFollowed || last.isWide))
      spans.set(last.id, (spans.get(last.id) ?? 1) + room);
    room = columns;
    last = undefined;
  };
  for (const { field } of nodes) {
    const { type } = field.settings;
    if (fieldTypeOf(type).holds !== 'value') {
      endRow(false);
      continue;
    }
    const { isWide } = fieldTypeViewOf(type);
    const full = isWide ? 2 : 1;
    if (full > room && isWide === 'always') endRow(true);
    const span = Math.min(full, room);
    spans.set(field.id, span);
    room -= span;
    last = { id: field.id, isWide: isWide !== undefined };
    if (room === 0) endRow(true);
  }
  endRow(false);
  return spans;
}
