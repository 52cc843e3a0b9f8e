import type { Database, Query } from '../database/database.ts';
import type { NewEvent } from '../events/event.ts';
import { insertEvent } from '../events/event-repository.ts';
import { type Jobs, JobsNotStarted, type Send } from '../jobs/jobs.ts';
import type { Mail, Post } from '../mail/mail.ts';

/**
 * One transaction. What is written, sent, posted and emitted through it exists if and only if it commits. Inside, use nothing else
 * that needs the database: the embedded one has a single connection. Nor wait for slow work.
 */
export interface Unit {
  query: Query;
  /** Enqueues a job, which starts right after the commit. */
  send: Send;
  /** Posts a mail, which is sent right after the commit. */
  post: Post;
  /** Emits an event. */
  emit: (event: NewEvent) => Promise<void>;
}

/**
 * Runs the work in one transaction: commits when it resolves, rolls back when it throws. Work that sends or posts may run
 * twice: if the jobs have not been started yet, it is rolled back and runs again after their start.
 */
export type RunUnit = <T>(work: (unit: Unit) => Promise<T>) => Promise<T>;

/** Creates the function that runs units of work, the only transactions of content and modules. */
export function createUnit({
  database,
  jobs,
  mail,
  onCommit = () => {},
}: {
  database: Database;
  jobs: Jobs;
  mail: Mail;
  /** Called after each commit. */
  onCommit?: () => void;
}): RunUnit {
  const run: RunUnit = async (work) => {
    let wake = () => {};
    const result = await database.transaction((query) => {
      const inside = jobs.within(query);
      wake = inside.wake;
      const emit: Unit['emit'] = (event) => insertEvent(query, event);
      return work({ query, send: inside.send, post: mail.within(inside.send), emit });
    });
    wake();
    onCommit();
    return result;
  };
  return async (work) => {
    try {
      return await run(work);
    } catch (error) {
      if (!(error instanceof JobsNotStarted)) throw error;
      await jobs.start();
      return run(work);
    }
  };
}
