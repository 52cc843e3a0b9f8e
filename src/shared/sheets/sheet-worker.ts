import { createSheetBook, type SheetBook } from './sheet-book.ts';
import { SheetProblem } from './sheet-problem.ts';

/** A call of the book in the worker. */
export interface BookCall {
  id: number;
  method: keyof SheetBook;
  args: unknown[];
}

/** Its answer; a problem is a sentence for the user, an error is not. */
export type BookAnswer = { id: number } & ({ value: unknown } | { problem: string } | { error: string });

const book = createSheetBook();

self.addEventListener('message', async ({ data: { id, method, args } }: MessageEvent<BookCall>) => {
  const answer = (rest: { value: unknown } | { problem: string } | { error: string }) =>
    self.postMessage({ id, ...rest } satisfies BookAnswer);
  try {
    const call = book[method] as (...input: unknown[]) => Promise<unknown>;
    answer({ value: await call(...args) });
  } catch (error) {
    answer(error instanceof SheetProblem ? { problem: error.message } : { error: String(error) });
  }
});
