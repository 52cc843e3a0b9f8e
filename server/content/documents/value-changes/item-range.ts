/** A range of a template's items, by id. */
export interface ItemRange {
  after: number;
  last: number;
}
