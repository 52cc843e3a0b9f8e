import type { Query } from '../../core/database/database.ts';

export interface Feedback {
  accountId: number;
  message: string;
  name: string;
  email: string;
  uid: string | undefined;
}

export async function insertFeedback(
  query: Query,
  { accountId, message, name, email, uid }: Feedback,
  createdAt: Date,
): Promise<void> {
  await query(
    'insert into feedback (account_id, message, name, email, uid, created_at) values ($1, $2, $3, $4, $5, $6)',
    [accountId, message, name, email, uid, createdAt],
  );
}
