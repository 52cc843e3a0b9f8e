import { accessLog } from '@quartermaster/contract/endpoints/people/access-log.ts';
import { accessLogShapes } from '@quartermaster/contract/shapes/people/access-log.ts';
import type { App } from '../../core/app/deps.ts';
import { route } from '../../core/app/route.ts';
import { listLog } from './repository.ts';

const largestId = 2_147_483_647;

export const accessLogRoutes = (app: App): void => {
  route(app, accessLog.list, accessLogShapes.list, async ({ caller, query, deps }) => {
    const { before = largestId, limit = 50, ...wanted } = query;
    const { workspaceId } = caller;
    const found = await listLog(deps.database.query, {
      workspaceId,
      before,
      limit: limit + 1,
      ...wanted,
    });
    const entries = found.slice(0, limit);
    return { entries, next_before: found.length > limit ? (entries.at(-1)?.id ?? null) : null };
  });
};
