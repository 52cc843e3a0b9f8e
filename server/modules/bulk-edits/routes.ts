import { bulkEdits } from '@quartermaster/contract/endpoints/bulk-edits.ts';
import { changeSets } from '@quartermaster/contract/endpoints/change-sets.ts';
import { items, mayEditReadOnly } from '@quartermaster/contract/endpoints/items.ts';
import { bulkEditShapes } from '@quartermaster/contract/shapes/bulk-edits.ts';
import { changeSetShapes } from '@quartermaster/contract/shapes/change-sets.ts';
import { defineDoor } from '../../content/change-sets/door/define-door.ts';
import { countMatching } from '../../content/lists/select-items.ts';
import type { App } from '../../core/app/deps.ts';
import { route } from '../../core/app/route.ts';
import { demand } from '../../core/session/access.ts';
import {
  checkUndo,
  findUndoable,
  listChanged,
  listHistory,
  readChanged,
  readChangeSet,
  startUndo,
} from './change-set-service.ts';
import { editSource } from './edit-service.ts';

export const bulkEditRoutes = (app: App): void => {
  const { deps } = app;
  const { query } = deps.database;

  route(app, bulkEdits.count, bulkEditShapes.count, async ({ caller, body }) => ({
    count: await countMatching(query, caller.instanceId, body.template_id, body),
  }));

  defineDoor(app, bulkEdits, bulkEditShapes, editSource);

  route(app, changeSets.list, changeSetShapes.list, ({ caller, query: filters }) =>
    listHistory(query, caller, filters),
  );

  route(app, changeSets.get, changeSetShapes.get, ({ caller, params }) =>
    readChangeSet(query, caller.instanceId, params.changeSetId),
  );

  route(app, changeSets.listItems, changeSetShapes.listItems, ({ caller, params, query: page }) =>
    listChanged(query, caller.instanceId, params.changeSetId, page),
  );

  route(app, changeSets.getItem, changeSetShapes.getItem, ({ caller, params }) =>
    readChanged(query, caller.instanceId, params.changeSetId, params),
  );

  route(app, changeSets.checkUndo, changeSetShapes.checkUndo, async ({ caller, params, body }) => {
    if (body.chart) demand(items.chart, caller.grants);
    const undone = await findUndoable(deps, caller.instanceId, params.changeSetId);
    return checkUndo(deps, undone, body, { mayEditReadOnly: mayEditReadOnly(caller.grants) });
  });

  route(app, changeSets.undo, changeSetShapes.undo, async ({ caller, params, body }) => {
    const undone = await findUndoable(deps, caller.instanceId, params.changeSetId);
    return startUndo(deps, caller, undone, body ?? {});
  });
};
