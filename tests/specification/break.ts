import type { Row } from './row.ts';

/** A fault that a developer could introduce, and the row whose tests have to fail with it. */
export interface Break {
  row: Row['id'];
  /** The product's behavior with the fault, as a sentence. */
  says: string;
  /** The file of the product that the fault changes. */
  file: string;
  /** A text that occurs once in the file. */
  before: string;
  after: string;
}
