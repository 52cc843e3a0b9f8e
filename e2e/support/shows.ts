import { test } from '@playwright/test';

/** Declares which rows of the specification the running test shows; `npm run spec` reads them from the report. */
export function shows(...rows: string[]): void {
  for (const row of rows) test.info().annotations.push({ type: 'shows', description: row });
}
