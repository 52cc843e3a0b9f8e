import { bulkEdits } from '@quartermaster/contract/endpoints/bulk-edits.ts';
import { changeSets } from '@quartermaster/contract/endpoints/change-sets.ts';
import { items, mayEditReadOnly } from '@quartermaster/contract/endpoints/items.ts';
import { bulkEditShapes } from '@quartermaster/contract/shapes/bulk-edits.ts';
import { changeSetShapes } from '@quartermaster/contract/shapes/change-sets.ts';
import type { FastifyRequest } from 'fastify';
import { createEditTurns, defineDoor } from '../../content/change-sets/door/define-door.ts';
import { countMatching } from '../../content/lists/select-items.ts';
import type { App } from '../../core/app/deps.ts';
import { route } from '../../core/app/route.ts';
import { withLongTimeout } from '../../core/database/timeouts.ts';
import { demand, type InstanceCaller } from '../../core/session/access.ts';
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

interface Called {
  caller: InstanceCaller;
  request: FastifyRequest;
}

export const bulkEditRoutes = (app: App): void => {
  const { deps } = app;
  const { query } = deps.database;
  const turns = createEditTurns();
  const inTurn = <T>({ caller, request }: Called, work: () => Promise<T>) =>
    turns(() => withLongTimeout(work), { key: caller.instanceId, signal: request.signal });

  route(app, bulkEdits.count, bulkEditShapes.count, async (context) => {
    const { caller, body } = context;
    return { count: await inTurn(context, () => countMatching(query, caller.instanceId, body.template_id, body)) };
  });

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

  route(app, changeSets.checkUndo, changeSetShapes.checkUndo, (context) =>
    inTurn(context, async () => {
      const { caller, params, body } = context;
      if (body.chart) demand(items.chart, caller.grants);
      const undone = await findUndoable(deps, caller.instanceId, params.changeSetId);
      return checkUndo(deps, undone, body, { mayEditReadOnly: mayEditReadOnly(caller.grants) });
    }),
  );

  route(app, changeSets.undo, changeSetShapes.undo, (context) =>
    inTurn(context, async () => {
      const { caller, params, body } = context;
      const undone = await findUndoable(deps, caller.instanceId, params.changeSetId);
      return startUndo(deps, caller, undone, body ?? {});
    }),
  );
};
