import { sheetAddresses } from '@quartermaster/contract/endpoints/sheet-addresses.ts';
import { sheetAddressShapes } from '@quartermaster/contract/shapes/sheet-addresses.ts';
import type { App } from '../../core/app/deps.ts';
import { done, route } from '../../core/app/route.ts';
import { createUploadTurns } from '../../core/base/upload-turns.ts';
import { withLongTimeout } from '../../core/database/timeouts.ts';
import { raw } from '../../core/http/raw-answer.ts';
import { createAddress, openAddress, readAddresses, revokeAddress } from './service.ts';
import { checkRows, openList, readRows } from './use-service.ts';

export const sheetAddressRoutes = (app: App): void => {
  const { deps } = app;
  const { receive } = createUploadTurns({
    atOnce: 2,
    waiting: 10,
    ofOne: 2,
    message: 'Too many checks are running. Please try again in a moment.',
  });

  route(app, sheetAddresses.list, sheetAddressShapes.list, async ({ caller, params }) => ({
    addresses: await readAddresses(deps, caller.instanceId, params.templateId),
  }));

  route(app, sheetAddresses.create, sheetAddressShapes.create, ({ caller, params, body }) =>
    createAddress(deps, caller, params.templateId, body),
  );

  route(app, sheetAddresses.delete, sheetAddressShapes.delete, async ({ caller, params }) => {
    await revokeAddress(deps, caller.instanceId, params);
    return done;
  });

  route(app, sheetAddresses.read, sheetAddressShapes.read, async ({ params, query, reply }) => {
    const use = await openAddress(deps, { ...params, ...query, does: 'read' });
    const stream = await deps.openStream(reply, () => openList(deps, use));
    reply.header('cache-control', 'private, no-store');
    return raw(reply, stream, 'text/csv; charset=utf-8');
  });

  route(app, sheetAddresses.check, sheetAddressShapes.check, async ({ params, query, records, request, reply }) => {
    const { token, ...options } = query;
    const use = await openAddress(deps, { ...params, token, does: 'check' });
    reply.header('cache-control', 'private, no-store');
    return receive(
      { key: params.instanceId, signal: request.signal },
      {
        read: () => readRows(deps, use, records, options),
        work: (rows) => withLongTimeout(() => checkRows(deps, use, rows)),
      },
    );
  });
};
