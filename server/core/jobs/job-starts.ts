import { eq, lt, sql } from 'drizzle-orm';
import type { Db } from '../database/database.ts';
import { jobStarts } from '../tables/jobs.ts';

/** Age at which an entry is deleted. Its job never ended: the server also died during the last attempt. */
const keptFor = 7 * 24 * 60 * 60 * 1000;

/** How often a job has started without ending: each time, its server died. */
export async function countDeaths(db: Db, jobId: string): Promise<number> {
  const [row] = await db.select({ starts: jobStarts.starts }).from(jobStarts).where(eq(jobStarts.jobId, jobId));
  return row?.starts ?? 0;
}

/** Records that a job has started. */
export async function recordStart(db: Db, name: string, jobId: string, now: Date): Promise<void> {
  await db
    .insert(jobStarts)
    .values({ jobId, name, starts: 1, startedAt: now })
    .onConflictDoUpdate({ target: jobStarts.jobId, set: { starts: sql`${jobStarts.starts} + 1`, startedAt: now } });
}

/** Records that a job has ended, in any way other than the death of its server. */
export async function recordEnd(db: Db, jobId: string): Promise<void> {
  await db.delete(jobStarts).where(eq(jobStarts.jobId, jobId));
}

/** Deletes the entries of old jobs. */
export async function deleteOldStarts(db: Db, now: Date): Promise<void> {
  await db.delete(jobStarts).where(lt(jobStarts.startedAt, new Date(now.getTime() - keptFor)));
}
