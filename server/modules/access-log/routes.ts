import { accessLog } from '@quartermaster/contract/endpoints/people/access-log.ts';
import { accessLogShapes } from '@quartermaster/contract/shapes/people/access-log.ts';
import type { App } from '../../core/app/deps.ts';
import { route } from '../../core/app/route.ts';
import { cutPage, toPageQuery } from '../../core/base/newest-first.ts';
import { listLog } from './repository.ts';

export const accessLogRoutes = (app: App): void => {
  route(app, accessLog.list, accessLogShapes.list, async ({ caller, query, deps }) => {
    const { workspaceId } = caller;
    const found = await listLog(deps.database.query, { workspaceId, ...toPageQuery(query) });
    const { page: entries, next_cursor } = cutPage(found, query);
    return { entries, next_cursor };
  });
};
