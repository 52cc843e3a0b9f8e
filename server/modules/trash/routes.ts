import { restores, trash } from '@quartermaster/contract/endpoints/trash.ts';
import { restoreShapes, trashShapes } from '@quartermaster/contract/shapes/trash.ts';
import { defineDoor } from '../../content/change-sets/door/define-door.ts';
import type { App } from '../../core/app/deps.ts';
import { route } from '../../core/app/route.ts';
import { listTrash } from './list-trash.ts';
import { restoreSource } from './restore-service.ts';

export const trashRoutes = (app: App): void => {
  const { database, clock } = app.deps;

  route(app, trash.list, trashShapes.list, ({ caller, query: { template, search, ...page } }) =>
    listTrash(database.query, { instanceId: caller.instanceId, now: clock.now(), template, search }, page),
  );

  defineDoor(app, restores, restoreShapes, restoreSource(app.deps));
};
