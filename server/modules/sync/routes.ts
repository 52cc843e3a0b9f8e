import { items } from '@quartermaster/contract/endpoints/items.ts';
import { sync } from '@quartermaster/contract/endpoints/sync.ts';
import { syncShapes } from '@quartermaster/contract/shapes/sync.ts';
import type { FastifyRequest } from 'fastify';
import { checkChangeSet } from '../../content/change-sets/check-change-set.ts';
import { findUntranslated } from '../../content/change-sets/untranslated.ts';
import type { App } from '../../core/app/deps.ts';
import { route } from '../../core/app/route.ts';
import { createTurns } from '../../core/base/turns.ts';
import { withLongTimeout } from '../../core/database/timeouts.ts';
import { json, raw } from '../../core/http/raw-answer.ts';
import { demand, type InstanceCaller } from '../../core/session/access.ts';
import { readItemDiff, readMenuDiff, readTemplateDiff } from './differences/diff-service.ts';
import { listChanges, streamChanges } from './differences/list-service.ts';
import {
  checkUndo,
  findUndoable,
  listHistory,
  listSyncItems,
  readSync,
  readSyncedItem,
  readSyncedMenu,
  readSyncedTemplate,
} from './history/history-service.ts';
import { buildChecked } from './releases/build-checked.ts';
import { startSync, startUndo } from './run/start-service.ts';
import { selectionOf } from './selection.ts';

interface Called {
  caller: InstanceCaller;
  request: FastifyRequest;
}

export const syncRoutes = (app: App): void => {
  const { deps } = app;
  // All items of two instances are compared, which may take minutes.
  const checks = createTurns({
    atOnce: 2,
    waiting: 20,
    ofOne: 4,
    message: 'Too many checks of changes are running. Please try again in a moment.',
  });
  const starts = createTurns({
    atOnce: 4,
    waiting: 20,
    ofOne: 4,
    message: 'Too many syncs are being started. Please try again in a moment.',
  });

  route(app, sync.listChanges, syncShapes.listChanges, async ({ caller, query: { limit, ...list }, reply }) => {
    if (limit !== undefined) return listChanges(deps, caller.instanceId, { ...list, limit });
    return raw(reply, await deps.openStream(reply, () => streamChanges(deps, caller.instanceId, list)), json);
  });

  route(app, sync.getItem, syncShapes.getItem, ({ caller, params }) => readItemDiff(deps, caller.instanceId, params));

  route(app, sync.getTemplate, syncShapes.getTemplate, ({ caller, params }) =>
    readTemplateDiff(deps, caller.instanceId, params.templateId),
  );

  route(app, sync.getMenu, syncShapes.getMenu, ({ caller }) => readMenuDiff(deps, caller.instanceId));

  const check = <T>({ caller, request }: Called, work: () => Promise<T>) =>
    checks(() => withLongTimeout(work), { key: caller.instanceId, signal: request.signal });
  const start = <T>({ caller, request }: Called, work: () => Promise<T>) =>
    starts(() => withLongTimeout(work), { key: caller.instanceId, signal: request.signal });

  route(app, sync.check, syncShapes.check, (context) =>
    check(context, async () => {
      const { caller } = context;
      const { chart, ...body } = context.body;
      const { query } = deps.database;
      if (chart) demand(items.chart, caller.grants);
      const { changeSet, ofRequest } = await buildChecked(query, caller.instanceId, body);
      return {
        ...(await checkChangeSet(deps, changeSet, chart)),
        ...(await findUntranslated(query, caller.projectId, changeSet)),
        ...ofRequest,
      };
    }),
  );

  route(app, sync.all, syncShapes.all, (context) =>
    start(context, () => startSync(deps, context.caller, null, context.body ?? {})),
  );

  route(app, sync.some, syncShapes.some, (context) =>
    start(context, () => startSync(deps, context.caller, selectionOf(context.body), context.body)),
  );

  route(app, sync.list, syncShapes.list, ({ caller, query: filters }) => listHistory(deps, caller.instanceId, filters));

  route(app, sync.get, syncShapes.get, ({ caller, params }) => readSync(deps, caller.instanceId, params.syncId));

  route(app, sync.listItems, syncShapes.listItems, ({ caller, params, query: page }) =>
    listSyncItems(deps, caller.instanceId, params.syncId, page),
  );

  route(app, sync.getSyncedItem, syncShapes.getSyncedItem, ({ caller, params }) =>
    readSyncedItem(deps, caller.instanceId, params.syncId, params),
  );

  route(app, sync.getSyncedTemplate, syncShapes.getSyncedTemplate, ({ caller, params }) =>
    readSyncedTemplate(deps, caller.instanceId, params.syncId, params.templateId),
  );

  route(app, sync.getSyncedMenu, syncShapes.getSyncedMenu, ({ caller, params }) =>
    readSyncedMenu(deps, caller.instanceId, params.syncId),
  );

  route(app, sync.checkUndo, syncShapes.checkUndo, (context) =>
    check(context, async () => {
      const { caller, params, body } = context;
      if (body.chart) demand(items.chart, caller.grants);
      return checkUndo(deps, await findUndoable(deps, caller.instanceId, params.syncId), body);
    }),
  );

  route(app, sync.undo, syncShapes.undo, (context) =>
    start(context, async () => {
      const { caller, params, body } = context;
      return startUndo(deps, caller, await findUndoable(deps, caller.instanceId, params.syncId), body ?? {});
    }),
  );
};
