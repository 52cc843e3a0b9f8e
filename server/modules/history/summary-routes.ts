import { plans } from '@quartermaster/contract/access.ts';
import { history } from '@quartermaster/contract/endpoints/history.ts';
import { trashDays } from '@quartermaster/contract/endpoints/trash.ts';
import { historyShapes } from '@quartermaster/contract/shapes/history.ts';
import type { App } from '../../core/app/deps.ts';
import { route } from '../../core/app/route.ts';
import { AppError } from '../../core/base/errors.ts';
import { keptFrom } from './retention.ts';
import { countKept, findKept } from './summary-repository.ts';

export const historySummaryRoutes = (app: App): void => {
  route(app, history.summary, historyShapes.summary, async ({ caller, deps }) => {
    const { query } = deps.database;
    const [counts, retention] = await Promise.all([
      countKept(query, caller.projectId),
      findKept(query, caller.workspaceId),
    ]);
    if (!counts) throw new AppError('not_found');
    const { days } = keptFrom(plans[caller.grants.plan].historyDays, retention, deps.clock.now());
    return { days, trash_days: trashDays, ...counts };
  });
};
