import { createWorker } from '../http/create-worker.ts';
import type { SheetBook } from './sheet-book.ts';
import { SheetProblem } from './sheet-problem.ts';
import type { BookAnswer, BookCall } from './sheet-worker.ts';
import workerUrl from './sheet-worker.ts?worker&url';

/** A book that is read in a worker, and what ends it. */
export interface HeldBook extends SheetBook {
  close: () => void;
}

/**
 * Opens a book in a worker, so that the page answers while a file is read. Where a portal's content security policy forbids
 * workers, it is read in the page.
 */
export async function openBook(): Promise<HeldBook> {
  const worker = typeof Worker === 'undefined' ? undefined : await startWorker().catch(() => undefined);
  if (worker) return bookIn(worker);
  const { createSheetBook } = await import('./sheet-book.ts');
  return { ...createSheetBook(), close: () => undefined };
}

async function startWorker(): Promise<Worker> {
  const worker = createWorker(workerUrl);
  try {
    await call(worker, { id: 0, method: 'write', args: [[]] }).catch((error: unknown) => {
      if (error instanceof WorkerFailed) throw error;
    });
    return worker;
  } catch (error) {
    worker.terminate();
    throw error;
  }
}

/** The worker could not be loaded, or has ended. */
class WorkerFailed extends Error {}

function bookIn(worker: Worker): HeldBook {
  let calls = 0;
  const send = async <T>(method: keyof SheetBook, ...args: unknown[]): Promise<T> => {
    calls += 1;
    // The worker runs the same book.
    return (await call(worker, { id: calls, method, args })) as T;
  };
  return {
    open: (file, choice) => send('open', file, choice),
    write: (names, asShown) => send('write', names, asShown),
    writeCsv: () => send('writeCsv'),
    close: () => worker.terminate(),
  };
}

function call(worker: Worker, message: BookCall): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const settle = () => {
      worker.removeEventListener('message', receive);
      worker.removeEventListener('error', fail);
    };
    const receive = ({ data }: MessageEvent<BookAnswer>) => {
      if (data.id !== message.id) return;
      settle();
      if ('value' in data) resolve(data.value);
      else reject('problem' in data ? new SheetProblem(data.problem) : new Error(data.error));
    };
    const fail = () => {
      settle();
      reject(new WorkerFailed('The file could not be read: the browser has stopped reading it. Try a smaller one.'));
    };
    worker.addEventListener('message', receive);
    worker.addEventListener('error', fail);
    worker.postMessage(message);
  });
}
