import type { Environment, TokenScope } from '@quartermaster/contract/access.ts';
import type { Clock } from '../base/clock.ts';
import { AppError } from '../base/errors.ts';
import type { Database } from '../database/database.ts';
import { hashToken } from '../environment/secrets.ts';
import { whyNotOpen } from './access.ts';
import { projectTokenOf } from './project-token.ts';

/** A valid token of a project, and the instances that it opens as far as its scopes and its maker's permissions go. */
export interface ProjectToken {
  tokenId: number;
  accountId: number;
  projectId: number;
  scopes: readonly TokenScope[];
  instances: readonly { id: number; env: Environment }[];
}

// Each call that the token then makes is checked on its own; this only tells which instances there are.
const tokenSql = `
  select k.id as token_id, k.account_id, k.project_id, k.scopes, i.id as instance_id, i.env
  from project_tokens k
  join projects p on p.id = k.project_id and p.status = 'Active'
  join workspace_members m on m.workspace_id = p.workspace_id and m.account_id = k.account_id
  join instances i on i.project_id = p.id and i.id = any(k.instance_ids)
  where k.token_hash = $1 and k.revoked_at is null and (k.expires_at is null or k.expires_at > $2)
  order by i.id`;

interface TokenRow {
  token_id: number;
  account_id: number;
  project_id: number;
  scopes: TokenScope[];
  instance_id: number;
  env: Environment;
}

/** The token in an `Authorization` header; throws 401 with what to do if there is none, or if it is not valid any more. */
export async function readProjectToken(
  authorization: string | undefined,
  { database: { query }, clock }: { database: Database; clock: Clock },
): Promise<ProjectToken> {
  const token = projectTokenOf(authorization);
  if (token === undefined)
    throw new AppError('unauthorized', { message: 'Send a token of the project: Authorization: Bearer qm_….' });
  const [hash, now] = [hashToken(token), clock.now()];
  const rows = await query<TokenRow>(tokenSql, [hash, now], 'project-token');
  const [row] = rows;
  if (!row) throw await whyNotOpen(query, hash, now);
  return {
    tokenId: row.token_id,
    accountId: row.account_id,
    projectId: row.project_id,
    scopes: row.scopes,
    instances: rows.map(({ instance_id: id, env }) => ({ id, env })),
  };
}
