import { eq, lt, sql } from 'drizzle-orm';
import type { Db } from '../database/database.ts';
import { jobStarts } from '../tables/jobs.ts';

/** Of a job that nobody has ended since, as it was given up meanwhile. */
const forgottenAfter = 7 * 24 * 60 * 60 * 1000;

/** How often a job has begun without an end: each time, its server has died. */
export async function deathsWith(db: Db, jobId: string): Promise<number> {
  const [row] = await db.select({ starts: jobStarts.starts }).from(jobStarts).where(eq(jobStarts.jobId, jobId));
  return row?.starts ?? 0;
}

/** Notes that a job begins. */
export async function noteStart(db: Db, name: string, jobId: string, now: Date): Promise<void> {
  await db
    .insert(jobStarts)
    .values({ jobId, name, starts: 1, startedAt: now })
    .onConflictDoUpdate({ target: jobStarts.jobId, set: { starts: sql`${jobStarts.starts} + 1`, startedAt: now } });
}

/** Notes that a job has ended, in whatever way but with its server. */
export async function noteEnd(db: Db, jobId: string): Promise<void> {
  await db.delete(jobStarts).where(eq(jobStarts.jobId, jobId));
}

/** Drops what is left of jobs of long ago. */
export async function forgetOldStarts(db: Db, now: Date): Promise<void> {
  await db.delete(jobStarts).where(lt(jobStarts.startedAt, new Date(now.getTime() - forgottenAfter)));
}
