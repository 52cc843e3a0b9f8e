/** An answer of the server, as the console's query client has it. */
export interface KeptAnswer {
  queryKey: readonly unknown[];
  data: unknown;
  /** When the server gave it, in milliseconds since 1970. */
  at: number;
}

/** What a page was last shown with: its own answers, and those that all pages show, such as the menu. */
export interface KeptPage {
  page: KeptAnswer[];
  shared: KeptAnswer[];
}

/**
 * The last answers of one account, by the path and query of the page that showed them. They are shown again at once when the page is opened
 * the next time, until the server has answered. Nothing here throws: without storage, nothing is kept.
 */
export interface KeptAnswers {
  /** The answers of a page; empty if none are kept. */
  read: (path: string) => Promise<KeptAnswer[]>;
  write: (path: string, page: KeptPage) => Promise<void>;
  /** Removes the answers of a page, which a change made on it has made old. */
  drop: (path: string) => void;
  /** Removes all answers, as the account may no longer read some of them. */
  erase: () => void;
  /** Removes all answers and keeps none from now on: the session has ended, or belongs to another account. */
  close: () => void;
}
