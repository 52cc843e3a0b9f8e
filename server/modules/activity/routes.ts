import { activity } from '@quartermaster/contract/endpoints/activity.ts';
import { mediaTypes } from '@quartermaster/contract/endpoints/body-kinds.ts';
import { activityShapes } from '@quartermaster/contract/shapes/activity.ts';
import type { App } from '../../core/app/deps.ts';
import { route } from '../../core/app/route.ts';
import { asAttachment } from '../../core/files/files.ts';
import { raw } from '../../core/http/raw-answer.ts';
import { openCsv } from './export-service.ts';
import { listActivity } from './list-service.ts';
import { listPeople } from './repository.ts';
import { openView } from './view-service.ts';

/** The most people in one answer. */
const peopleAtOnce = 100;

export const activityRoutes = (app: App): void => {
  const { deps } = app;
  const { query: run } = deps.database;

  route(app, activity.list, activityShapes.list, async ({ caller, query }) =>
    listActivity(run, await openView(deps, caller), query),
  );

  route(app, activity.listPeople, activityShapes.listPeople, async ({ caller, query }) => ({
    people: await listPeople(run, await openView(deps, caller), query.search ?? '', peopleAtOnce),
  }));

  route(app, activity.export, activityShapes.export, async ({ caller, query, reply }) => {
    const view = await openView(deps, caller);
    const stream = await deps.openStream(reply, () => openCsv(run, view, query));
    reply.header('content-disposition', asAttachment('activity.csv'));
    return raw(reply, stream, `${mediaTypes.csv[0]}; charset=utf-8`);
  });
};
