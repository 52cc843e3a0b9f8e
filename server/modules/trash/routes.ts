import { trash } from '@quartermaster/contract/endpoints/trash.ts';
import { trashShapes } from '@quartermaster/contract/shapes/trash.ts';
import type { FastifyRequest } from 'fastify';
import type { App } from '../../core/app/deps.ts';
import { route } from '../../core/app/route.ts';
import { createTurns } from '../../core/base/turns.ts';
import { withLongTimeout } from '../../core/database/timeouts.ts';
import type { InstanceCaller } from '../../core/session/access.ts';
import { listTrash } from './list-trash.ts';
import { checkTrash, restoreTrash } from './restore-service.ts';

export const trashRoutes = (app: App): void => {
  const { deps } = app;
  // All selected items are read, which may take minutes.
  const turns = createTurns({
    atOnce: 2,
    waiting: 20,
    ofOne: 6,
    message: 'Much deleted content is being restored. Please try again in a moment.',
  });
  const inTurn = <T>(
    { caller, request }: { caller: InstanceCaller; request: FastifyRequest },
    work: () => Promise<T>,
  ) => turns(() => withLongTimeout(work), { key: caller.instanceId, signal: request.signal });

  route(app, trash.list, trashShapes.list, ({ caller, query: { template, search, ...page } }) =>
    listTrash(deps.database.query, { instanceId: caller.instanceId, now: deps.clock.now(), template, search }, page),
  );

  route(app, trash.check, trashShapes.check, (context) =>
    inTurn(context, () => checkTrash(deps, context.caller, context.body)),
  );

  route(app, trash.restore, trashShapes.restore, (context) =>
    inTurn(context, () => restoreTrash(deps, context.caller, context.body)),
  );
};
