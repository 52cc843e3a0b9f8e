import { items } from '@quartermaster/contract/endpoints/items.ts';
import { sync } from '@quartermaster/contract/endpoints/sync.ts';
import { syncShapes } from '@quartermaster/contract/shapes/sync.ts';
import { checkChangeSet } from '../../content/change-sets/check-change-set.ts';
import { findUntranslated } from '../../content/change-sets/untranslated.ts';
import type { App } from '../../core/app/deps.ts';
import { route } from '../../core/app/route.ts';
import { json, raw } from '../../core/http/raw-answer.ts';
import { demand } from '../../core/session/access.ts';
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
import { listDifferences } from './pairs/differences-sql.ts';
import { findPair } from './pairs/pair.ts';
import { buildChecked } from './releases/build-checked.ts';
import { startSync, startUndo } from './run/start-service.ts';
import { selectionOf } from './selection.ts';

export const syncRoutes = (app: App): void => {
  const { deps } = app;

  route(app, sync.listChanges, syncShapes.listChanges, async ({ caller, query: { limit, ...list }, reply }) => {
    if (limit !== undefined) return listChanges(deps, caller.instanceId, { ...list, limit });
    return raw(reply, await deps.openStream(reply, () => streamChanges(deps, caller.instanceId, list)), json);
  });

  route(app, sync.getItem, syncShapes.getItem, ({ caller, params }) => readItemDiff(deps, caller.instanceId, params));

  route(app, sync.listUnsynced, syncShapes.listUnsynced, async ({ caller, params: { templateId }, body: { ids } }) => {
    const { query } = deps.database;
    const pair = await findPair(query, caller.instanceId);
    const { items: differing } = await listDifferences(query, pair, { templateIds: [templateId], ids });
    return { ids: differing.filter(({ change }) => change !== 'removed').map(({ id }) => id) };
  });

  route(app, sync.getTemplate, syncShapes.getTemplate, ({ caller, params }) =>
    readTemplateDiff(deps, caller.instanceId, params.templateId),
  );

  route(app, sync.getMenu, syncShapes.getMenu, ({ caller }) => readMenuDiff(deps, caller.instanceId));

  route(app, sync.check, syncShapes.check, async ({ caller, body: { chart, ...body } }) => {
    const { query } = deps.database;
    if (chart) demand(items.chart, caller.grants);
    const { changeSet, ofRequest } = await buildChecked(query, caller.instanceId, body);
    return {
      ...(await checkChangeSet(deps, changeSet, chart)),
      ...(await findUntranslated(query, caller.projectId, changeSet)),
      ...ofRequest,
    };
  });

  route(app, sync.all, syncShapes.all, ({ caller, body }) => startSync(deps, caller, null, body ?? {}));

  route(app, sync.some, syncShapes.some, ({ caller, body }) => startSync(deps, caller, selectionOf(body), body));

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

  route(app, sync.checkUndo, syncShapes.checkUndo, async ({ caller, params, body }) => {
    if (body.chart) demand(items.chart, caller.grants);
    return checkUndo(deps, await findUndoable(deps, caller.instanceId, params.syncId), body);
  });

  route(app, sync.undo, syncShapes.undo, async ({ caller, params, body }) =>
    startUndo(deps, caller, await findUndoable(deps, caller.instanceId, params.syncId), body ?? {}),
  );
};
