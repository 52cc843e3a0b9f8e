/** Bounds of a list by time as ISO 8601, `from` included and `to` not. */
export interface Period {
  from?: string;
  to?: string;
}
