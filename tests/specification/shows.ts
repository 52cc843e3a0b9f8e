import { TestRunner } from 'vitest';
import type { Row } from './row.ts';

declare module 'vitest' {
  interface TaskMeta {
    /** Rows of the specification. */
    shows?: string[];
  }
}

/** Declares which rows of the specification the running test shows; `npm run spec` reads them from the report. */
export function shows(...rows: Row['id'][]): void {
  const test = TestRunner.getCurrentTest();
  if (!test) throw new Error('shows is to be called in a test.');
  test.meta.shows = [...(test.meta.shows ?? []), ...rows];
}
