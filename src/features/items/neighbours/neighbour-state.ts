import type { FieldPlace } from './focused-field.ts';

export type Direction = 'previous' | 'next';

/** The router state of a neighbour's page. */
export interface NeighbourState {
  /** The URL of the list, for the back link. */
  back: string;
  by: Direction;
  /** The field that had the focus in the previous item's form. */
  at?: FieldPlace | undefined;
}
