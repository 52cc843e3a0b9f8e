import type { PgBoss } from 'pg-boss';
import { withLongTimeout } from '../database/timeouts.ts';
import { heartbeatRefreshSeconds } from './job-queues.ts';
import type { createJobRunner, RegisteredJob } from './run-job.ts';

interface WorkerSettings {
  run: ReturnType<typeof createJobRunner>;
  /** Aborted when the server stops. */
  stopping: AbortSignal;
}

/** How often each worker looks for jobs unless it is woken, which it is for every job that can start. */
const pollingIntervalSeconds = 10 * 60;

/** The queue to which pg-boss moves jobs that have no retries left; its worker calls `onGivenUp`. */
export const deadLetterQueue = (name: string): string => `${name}.given-up`;

/** The workers of this process: as many for each job as its concurrency, each running one job after the other. */
export function createWorkers({ run, stopping }: WorkerSettings) {
  /** The workers of a queue, by its name: each function lets one look for jobs at once. */
  const wakeups = new Map<string, readonly (() => void)[]>();

  const wake = (name: string) => {
    for (const wakeUp of wakeups.get(name) ?? []) wakeUp();
  };

  const add = async (boss: PgBoss, name: string, registration: RegisteredJob) => {
    const options = {
      includeMetadata: true,
      pollingIntervalSeconds,
      heartbeatRefreshSeconds,
      ...(registration.groupOf && { localGroupConcurrency: 1 }),
    } as const;
    const worker = await boss.work<never, void, typeof options>(name, options, async ([job]) => {
      if (!job) return;
      await withLongTimeout(() => run(boss, job, registration));
      // Without this the next job would wait for the next poll of the queue.
      if (!stopping.aborted) wake(name);
    });
    return () => boss.notifyWorker(worker);
  };

  /** Starts the workers of a job, and one that gives it up. */
  const start = async (boss: PgBoss, name: string, registration: RegisteredJob) => {
    const { onGivenUp, concurrency = 1 } = registration;
    // pg-boss's own worker count is not used, because only the first of its workers can be woken.
    const added = Array.from({ length: concurrency }, () => add(boss, name, registration));
    wakeups.set(name, await Promise.all(added));
    if (!onGivenUp) return;
    // A server that died during the last attempt has not called `onGivenUp`.
    const deadLetter = deadLetterQueue(name);
    const worker = await boss.work<never, void, { pollingIntervalSeconds: number }>(
      deadLetter,
      { pollingIntervalSeconds },
      async ([job]) => {
        if (job) await onGivenUp(job.data, new Error('The server died too often while running this job.'));
      },
    );
    wakeups.set(deadLetter, [() => boss.notifyWorker(worker)]);
  };

  return { start, wake, names: () => [...wakeups.keys()] };
}
