/** When a field is shown: while another field has one of some values, or one of its entries is among them. */
export interface ShownWhen {
  /** The id of the other field, in the same row or around it. */
  field: string;
  is: readonly (string | number | boolean)[];
}

/** The most values that a field can be shown for. */
export const mostShownFor = 100;
