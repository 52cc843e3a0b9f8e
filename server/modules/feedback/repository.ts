import type { Db } from '../../core/database/database.ts';
import { feedback } from '../../core/tables/all.ts';

export async function insertFeedback(db: Db, row: typeof feedback.$inferInsert): Promise<void> {
  await db.insert(feedback).values(row);
}
