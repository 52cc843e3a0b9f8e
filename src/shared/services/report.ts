/** Tells whoever runs the console of an error, under the id that the person sees; does nothing where nobody is to be told. */
export type Report = (error: unknown, details?: ReportDetails) => void;

/** What is said beside the error; nothing of a person. */
export interface ReportDetails {
  /** The operation that failed, as its toast names it. */
  operation?: string;
  /** The page could not be shown, or only a part of it. */
  isFatal?: boolean;
}
