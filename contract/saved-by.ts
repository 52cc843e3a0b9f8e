/** Who has saved what a stale save conflicts with: `saved` of the details of such a refusal. */
export interface SavedBy {
  /** Empty for an account that was deleted. */
  by: string;
  /** The account; null for a token or the server itself. */
  by_id: number | null;
  at: string;
}
