import { reports } from '@quartermaster/contract/endpoints/reports.ts';
import { reportShapes } from '@quartermaster/contract/shapes/reports.ts';
import type { App } from '../../core/app/deps.ts';
import { route } from '../../core/app/route.ts';
import { listChangesSinceExport } from './changes-repository.ts';
import { listReportPage, readFileUrl, readReport, startExport } from './service.ts';

export const reportRoutes = (app: App): void => {
  const { deps } = app;
  route(app, reports.start, reportShapes.start, async ({ caller, body }) => ({
    id: await startExport(deps, caller, body?.smallest_game_version),
  }));
  route(app, reports.list, reportShapes.list, ({ caller, query }) => listReportPage(deps, caller.instanceId, query));
  route(app, reports.changes, reportShapes.changes, ({ caller }) =>
    listChangesSinceExport(deps.database.query, caller.instanceId),
  );
  route(app, reports.get, reportShapes.get, async ({ caller, params }) => ({
    report: await readReport(deps, caller.instanceId, params.reportId),
  }));
  route(app, reports.getFileUrl, reportShapes.getFileUrl, async ({ caller, params }) => ({
    url: await readFileUrl(deps, caller.instanceId, params.path, params.fileName),
  }));
};
