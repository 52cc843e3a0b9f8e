import { test } from '@playwright/test';

/** Says which rows of the specification the test that runs shows; `npm run spec` reads it from the report. */
export function shows(...rows: string[]): void {
  for (const row of rows) test.info().annotations.push({ type: 'shows', description: row });
}
