import type { Deps } from '../../core/deps.ts';
import { insertFeedback } from './repository.ts';

interface Feedback {
  accountId: number;
  message: string;
  name: string;
  email: string;
  uid: string | undefined;
}

/** Keeps what somebody says of the product. */
export async function keepFeedback({ database, clock }: Deps, { uid, ...said }: Feedback): Promise<void> {
  await insertFeedback(database.db, { ...said, uid: uid ?? null, createdAt: clock.now() });
}
