import { imports } from '@quartermaster/contract/endpoints/imports.ts';
import { importShapes } from '@quartermaster/contract/shapes/imports.ts';
import type { App } from '../../core/app/deps.ts';
import { route } from '../../core/app/route.ts';
import { createUploadTurns } from '../../core/base/upload-turns.ts';
import { withLongTimeout } from '../../core/database/timeouts.ts';
import { demand } from '../../core/session/access.ts';
import { toImport } from './describe-import.ts';
import { applyImport, cancelImport, drawImport, listRows, readImport, waitForImport } from './import-service.ts';
import { answerImport, discardUnused, importFile, receiveFile } from './upload-service.ts';

const message = 'Too many imports are running. Please try again in a moment.';

export const importRoutes = (app: App): void => {
  const { deps } = app;
  const { query } = deps.database;
  const { turns, receive } = createUploadTurns({ atOnce: 2, waiting: 20, ofOne: 6, message });

  route(app, imports.upload, importShapes.upload, async (context) => {
    const { caller, params, query: options, records, request } = context;
    // A token with the scope of proposals only makes dry runs.
    if (!options.dry_run) demand(imports.apply, caller.grants);
    const started = await receive(
      { key: caller.instanceId, signal: request.signal },
      {
        read: () => receiveFile(deps, caller, params.templateId, records, options),
        work: (file) => withLongTimeout(() => importFile(deps, caller, file)),
        end: (file) => discardUnused(deps, file),
      },
    );
    // After its turns: it can wait for a job.
    return answerImport(deps, caller.instanceId, started);
  });

  route(app, imports.get, importShapes.get, async ({ caller, params }) => ({
    import: toImport(await readImport(query, caller.instanceId, params.importId)),
  }));

  route(app, imports.listRows, importShapes.listRows, async ({ caller, params, query: filters }) =>
    listRows(query, await readImport(query, caller.instanceId, params.importId), filters),
  );

  route(app, imports.chart, importShapes.chart, async ({ caller, params, body, request }) => {
    const draw = () => withLongTimeout(() => drawImport(query, caller, params.importId, body));
    return { chart: await turns(draw, { key: caller.instanceId, signal: request.signal }) };
  });

  route(app, imports.apply, importShapes.apply, async ({ caller, params, body, request }) => {
    const { instanceId } = caller;
    const { importId: id } = params;
    await turns(() => withLongTimeout(() => applyImport(deps, caller, id, body)), {
      key: instanceId,
      signal: request.signal,
    });
    return { import: toImport(await waitForImport(deps, { instance_id: instanceId, id })) };
  });

  route(app, imports.cancel, importShapes.cancel, async ({ caller, params }) => ({
    import: await cancelImport(deps, caller.instanceId, params.importId),
  }));
};
