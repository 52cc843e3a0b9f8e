/** Reports an error to the operator of the console, with the id that the user sees; a no-op without an error reporter. */
export type Report = (error: unknown, details?: ReportDetails) => void;

/** Additional data of a report, without personal data. */
export interface ReportDetails {
  /** The name of the failed operation, as in its toast. */
  operation?: string;
  /** True if a page, or a part of it, could not be rendered. */
  isFatal?: boolean;
}
