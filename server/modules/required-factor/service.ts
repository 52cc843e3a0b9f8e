import { createHash, randomUUID } from 'node:crypto';
import type { Output } from '@quartermaster/contract/endpoints/endpoint.ts';
import { requiredFactor } from '@quartermaster/contract/endpoints/people/required-factor.ts';
import type { Deps } from '../../core/app/deps.ts';
import { defineJob } from '../../core/app/module.ts';
import { AppError } from '../../core/base/errors.ts';
import { uuidOf } from '../../core/base/uuid.ts';
import type { Query } from '../../core/database/database.ts';
import { countAttempt } from '../../core/http/rate-limit.ts';
import type { WorkspaceCaller } from '../../core/session/access.ts';
import { companyVia } from '../../core/session/session-token.ts';
import { writeLog } from '../access-log/repository.ts';
import { findFactor } from '../accounts/factor-repository.ts';
import { beginChange } from '../workspaces/change-service.ts';
import { factorRequiredLetter } from './letters.ts';
import { countFactors, listReminded, readFactorDays, readName, writeFactorDays } from './repository.ts';

/** Each change mails members: so many of a workspace in an hour. */
const changes = { attempts: 10, seconds: 60 * 60 };

/** Members who are mailed in one transaction. */
const batch = 200;

/** Mails the members without a second factor; `id` is of the change that requires it. Repeated, it mails nobody twice. */
export const factorRequiredJob = defineJob<{ id: string; workspace_id: number }>({
  name: 'factor-required',
  retryFor: 'hours',
  run: async ({ unit, clock }, { id, workspace_id: workspaceId }, signal) => {
    let after = 0;
    while (after >= 0 && !signal.aborted)
      after = await unit(async ({ query, post }) => {
        const workspace = await readName(query, workspaceId);
        const found = workspace === undefined ? [] : await listReminded(query, workspaceId, { after, take: batch });
        for (const { id: accountId, email, dueAt } of found)
          await post(
            factorRequiredLetter(email, { workspace: workspace ?? '', dueAt, now: clock.now() }),
            mailId(id, accountId),
          );
        return found.length < batch ? -1 : (found.at(-1)?.id ?? -1);
      });
  },
});

/** The id of the mail of a change to a member. */
const mailId = (change: string, accountId: number): string =>
  uuidOf(createHash('sha256').update(`${change} ${accountId}`).digest('hex'));

/** Whether a workspace requires a second factor, and how many members have none. */
export async function readRequiredFactor(
  { database: { query } }: Pick<Deps, 'database'>,
  { workspaceId }: WorkspaceCaller,
): Promise<Output<typeof requiredFactor.get>> {
  return { days: await readFactorDays(query, workspaceId), ...(await countFactors(query, workspaceId)) };
}

/** Requires a second factor of every member within so many days, or no longer. */
export async function setRequiredFactor(deps: Deps, caller: WorkspaceCaller, days: number | null): Promise<void> {
  const now = deps.clock.now();
  await deps.unit(async ({ query, send }) => {
    const { workspaceId, actor } = await beginChange(query, requiredFactor.set.access, caller, now);
    const before = await readFactorDays(query, workspaceId);
    if (before === days) return;
    if (days !== null) {
      await requireFactorOf(query, caller);
      await countAttempt(query, now, [{ key: `required-factor:workspace:${workspaceId}`, ...changes }]);
    }
    await writeFactorDays(query, workspaceId, { days, now });
    const details = {
      ...(days !== null && { factor_days: days }),
      ...(before !== null && { previous_factor_days: before }),
    };
    await writeLog(query, { workspaceId, actor, now }, [{ action: 'factor_requirement_changed', details }]);
    const id = randomUUID();
    if (days !== null) await send(factorRequiredJob, { id, workspace_id: workspaceId }, id);
  });
}

/** Nobody turns it on who is locked out by it. */
async function requireFactorOf(query: Query, { workspaceId, accountId, via }: WorkspaceCaller): Promise<void> {
  if (via === companyVia(workspaceId) || (await findFactor(query, accountId))) return;
  const message = "Set up your own second factor in your profile first, so that you don't lock yourself out.";
  throw new AppError('forbidden', { message });
}
