import type { PgBoss } from 'pg-boss';
import { withLongTimeout } from '../database/timeouts.ts';
import { heartbeatRefreshSeconds } from './job-queues.ts';
import type { createJobRunner, RegisteredJob } from './run-job.ts';

interface WorkerSettings {
  run: ReturnType<typeof createJobRunner>;
  /** Aborted when the server stops. */
  stopping: AbortSignal;
  pollingIntervalSeconds: number;
  /** The same for jobs that are given up. */
  monitorSeconds: number;
}

/** The queue to which pg-boss moves jobs that have no retries left; its worker calls `onGivenUp`. */
export const deadLetterQueue = (name: string): string => `${name}.given-up`;

/** The workers of this process: as many for each job as its concurrency, each running one job after the other. */
export function createWorkers({ run, stopping, pollingIntervalSeconds, monitorSeconds }: WorkerSettings) {
  /** The workers of a job, by its name: each function lets one look for jobs at once. */
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
    await boss.work<never, void, { pollingIntervalSeconds: number }>(
      deadLetterQueue(name),
      { pollingIntervalSeconds: monitorSeconds },
      async ([job]) => {
        if (job) await onGivenUp(job.data, new Error('The server died too often while running this job.'));
      },
    );
  };

  return { start, wake };
}
