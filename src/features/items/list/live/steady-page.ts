import type { ItemsPage } from '../../../../shared/data/items-page.ts';

/** A page whose rows stay where they are while newer answers arrive. */
export interface SteadyPage {
  /** The query that it answers. */
  key: string;
  /** The answer whose rows are on the screen, in its order. */
  taken: ItemsPage;
  /** The newest answer. */
  latest: ItemsPage;
  /** The rows on the screen, with the values of the newest answer. */
  rows: ItemsPage['rows'];
  /** The ids of rows that the newest answer does not have. */
  missing: readonly number[];
  /** Answers are taken as they come: until what is being loaded has arrived, or until there is a fresh one. */
  takes: 'loading' | 'fresh' | undefined;
  /** The labels by which missing rows were marked. */
  existing?: object;
}
