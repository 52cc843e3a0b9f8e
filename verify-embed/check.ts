import { Broken, Reloaded, Skipped } from './outcomes.ts';
import type { Portal } from './portal.ts';
import { isReload } from './reload.ts';

/** What a check has found: without problems the promise is kept. */
export interface Finding {
  problems: string[];
  /** What was measured or seen, for people who read the report. */
  notes?: string[];
}

/** The check of one promise of docs/embedding.md. */
export interface Check {
  id: string;
  /** The promise in one sentence. */
  promise: string;
  /** Checks it in a page of its own; throws `Skipped` if that is not possible there. */
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

/** Runs a check; whatever happens becomes a result. */
export async function resultOf(check: Check, portal: Portal): Promise<Result> {
  const { id, promise } = check;
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
    const { problems, notes } = await check.run(portal);
    return result(problems.length > 0 ? 'failed' : 'passed', problems, notes);
  } catch (caught) {
    const error = isReload(caught) ? new Reloaded() : caught;
    const message = error instanceof Error ? error.message : String(error);
    if (error instanceof Skipped) return result('skipped', [message]);
    return result('failed', [error instanceof Broken ? message : `The check could not be completed: ${message}`]);
  }
}
