import { setTimeout as pause } from 'node:timers/promises';
import { readProgress } from '../../content/documents/value-changes/change-values.ts';
import type { Query } from '../../core/database/database.ts';
import { getRunningReport } from './export-repository.ts';

/** The template change to wait for, and the time limit without progress, in milliseconds. */
interface Wait {
  report: { id: number; instance_id: number };
  templateId: string;
  signal: AbortSignal;
  timeout: number;
}

/**
 * Waits while a template change is still in progress. Returns false if the report was stopped because its project is
 * being deleted; throws after too long without progress, so that other exports get their turn.
 */
export async function waitForTemplateChange(
  query: Query,
  { report, templateId, signal, timeout }: Wait,
): Promise<boolean> {
  let [last, since] = [-1, performance.now()];
  for (;;) {
    const change = await readProgress(query, report.instance_id, templateId);
    if (!change) return true;
    if (!(await getRunningReport(query, report.id))) return false;
    if (change.done !== last) [last, since] = [change.done, performance.now()];
    if (performance.now() - since > timeout) throw new Error('The template change is not making progress.');
    await pause(250, undefined, { signal });
  }
}
