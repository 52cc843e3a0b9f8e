import { Broken, Reloaded, Skipped } from './outcomes.ts';
import type { Portal } from './portal.ts';
import { isReload } from './reload.ts';

/** The result of a check: without problems the promise is fulfilled. */
export interface Finding {
  problems: string[];
  /** Measurements and observations, for readers of the report. */
  notes?: string[];
}

/** Checks one guarantee of docs/embedding.md. */
export interface Check {
  id: string;
  /** The guarantee, in one sentence. */
  promise: string;
  /** Runs the check in its own page; throws `Skipped` if that is not possible there. */
  run: (portal: Portal) => Promise<Finding>;
}

export interface Result {
  id: string;
  promise: string;
  status: 'passed' | 'failed' | 'skipped';
  problems: string[];
  notes: string[];
  milliseconds: number;
}

/** Runs a check on a portal's page. */
export const resultOf = ({ id, promise, run }: Check, portal: Portal): Promise<Result> =>
  resultFrom(id, promise, () => run(portal));

/** Runs a check; an error also becomes a result. */
export async function resultFrom(id: string, promise: string, run: () => Promise<Finding>): Promise<Result> {
  const start = performance.now();
  const result = (status: Result['status'], problems: string[], notes: string[] = []): Result => ({
    id,
    promise,
    status,
    problems,
    notes,
    milliseconds: Math.round(performance.now() - start),
  });
  try {
    const { problems, notes } = await run();
    return result(problems.length > 0 ? 'failed' : 'passed', problems, notes);
  } catch (caught) {
    const error = isReload(caught) ? new Reloaded() : caught;
    const message = error instanceof Error ? error.message : String(error);
    if (error instanceof Skipped) return result('skipped', [message]);
    return result('failed', [error instanceof Broken ? message : `The check could not be completed: ${message}`]);
  }
}
