import { sync } from '@quartermaster/contract/endpoints/sync.ts';
import { syncShapes } from '@quartermaster/contract/shapes/sync.ts';
import type { App } from '../../core/app/deps.ts';
import { route } from '../../core/app/route.ts';
import { withLongTimeout } from '../../core/database/timeouts.ts';
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
import { readItemDiff, readMenuDiff, readTemplateDiff } from './look/diff-service.ts';
import { listChanges } from './look/list-service.ts';
import { findPair } from './pair.ts';
import { checkPlan } from './plan/check-service.ts';
import { planSync } from './plan/plan-sync.ts';
import { startSync, startUndo } from './run/start-service.ts';
import { selectionOf } from './selection.ts';

export const syncRoutes = (app: App): void => {
  const { deps } = app;
  const { query } = deps.database;

  route(app, sync.listChanges, syncShapes.listChanges, ({ caller, query: asked }) =>
    listChanges(deps, caller.instanceId, asked),
  );

  route(app, sync.getItem, syncShapes.getItem, ({ caller, params }) => readItemDiff(deps, caller.instanceId, params));

  route(app, sync.getTemplate, syncShapes.getTemplate, ({ caller, params }) =>
    readTemplateDiff(deps, caller.instanceId, params.templateId),
  );

  route(app, sync.getMenu, syncShapes.getMenu, ({ caller }) => readMenuDiff(deps, caller.instanceId));

  // All items of two instances are compared.
  route(app, sync.check, syncShapes.check, ({ caller, body }) =>
    withLongTimeout(async () => {
      const pair = await findPair(query, caller.instanceId);
      return checkPlan(query, await planSync(query, pair, { ...body, selection: selectionOf(body) }));
    }),
  );

  route(app, sync.all, syncShapes.all, ({ caller, body }) =>
    withLongTimeout(() => startSync(deps, caller, null, body ?? {})),
  );

  route(app, sync.some, syncShapes.some, ({ caller, body }) =>
    withLongTimeout(() => startSync(deps, caller, selectionOf(body), body)),
  );

  route(app, sync.list, syncShapes.list, ({ caller, query: { before, limit } }) =>
    listHistory(deps, caller.instanceId, before, limit),
  );

  route(app, sync.get, syncShapes.get, ({ caller, params }) => readSync(deps, caller.instanceId, params.syncId));

  route(app, sync.listItems, syncShapes.listItems, ({ caller, params, query: asked }) =>
    listSyncItems(deps, caller.instanceId, params.syncId, asked),
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

  route(app, sync.checkUndo, syncShapes.checkUndo, ({ caller, params, body }) =>
    withLongTimeout(async () => checkUndo(deps, await findUndoable(deps, caller.instanceId, params.syncId), body)),
  );

  route(app, sync.undo, syncShapes.undo, ({ caller, params, body }) =>
    withLongTimeout(async () =>
      startUndo(deps, caller, await findUndoable(deps, caller.instanceId, params.syncId), body ?? {}),
    ),
  );
};
