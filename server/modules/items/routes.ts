import { refusalOf } from '@quartermaster/contract/access.ts';
import { contentLimits } from '@quartermaster/contract/content/content-limits.ts';
import { items, mayEditReadOnly, newItem, type SaveItem } from '@quartermaster/contract/endpoints/items.ts';
import { isItemId, readItemId } from '@quartermaster/contract/field-types/item-link.ts';
import { itemShapes } from '@quartermaster/contract/shapes/items.ts';
import { removeItem } from '../../content/documents/delete-item.ts';
import { listEdits } from '../../content/documents/item-edits.ts';
import { listHeadersByIds } from '../../content/documents/item-repository.ts';
import { usesOf } from '../../content/documents/item-uses.ts';
import { readItem } from '../../content/documents/read-item.ts';
import { type SaveContext, saveItem, saveItems } from '../../content/documents/save/save-items.ts';
import { itemChart } from '../../content/lists/charts/item-chart.ts';
import { findInAllTemplates } from '../../content/lists/find-items.ts';
import { itemGroups } from '../../content/lists/item-groups.ts';
import { listPage } from '../../content/lists/list-items.ts';
import { streamHeaders, streamItems } from '../../content/lists/stream-items.ts';
import { findTemplate, noSuchTemplate } from '../../content/model/template-models.ts';
import type { App } from '../../core/app/deps.ts';
import { done, route } from '../../core/app/route.ts';
import { AppError } from '../../core/base/errors.ts';
import { withLongTimeout } from '../../core/database/timeouts.ts';
import { asAttachment } from '../../core/files/files.ts';
import { json, raw } from '../../core/http/raw-answer.ts';
import { demand, type InstanceCaller } from '../../core/session/access.ts';
import { openSheet, sheetFiles } from './export-service.ts';
import { isNewRecord, saveRecords } from './record-service.ts';
import { replaceLinksTo } from './replace-links-service.ts';

/** Default number of found items. */
const foundAtOnce = 20;

/** Default number of links per page. */
const usesAtOnce = 25;

const saverOf = (
  { actor, instanceId, projectId, grants, hasChecks }: InstanceCaller,
  origin: SaveContext['origin'] = 'form',
): SaveContext => ({
  actor,
  origin,
  instanceId,
  projectId,
  plan: grants.plan,
  mayRead: refusalOf(items.get, grants) === null,
  mayEditReadOnly: mayEditReadOnly(grants),
  hasChecks,
});

const isNew = ({ id }: SaveItem) => id === undefined;

/** The routes of items: lists, single items, saves. */
export const itemRoutes = (app: App): void => {
  listRoutes(app);
  saveRoutes(app);
};

const listRoutes = (app: App): void => {
  const { deps } = app;
  const { database, openStream } = deps;

  route(app, items.list, itemShapes.list, async ({ caller, params, body, reply }) => {
    const { limit, ...list } = body;
    if (limit !== undefined)
      return raw(reply, await listPage(deps, caller.instanceId, params.templateId, list, limit), json);
    if (list.cursor !== undefined || list.from_end || list.images)
      throw new AppError('invalid', { fields: { limit: 'a page needs a limit' } });
    const open = () => streamItems(database, caller.instanceId, params.templateId, list);
    return raw(reply, await openStream(reply, open), json);
  });

  route(app, items.groups, itemShapes.groups, ({ caller, params, body }) =>
    itemGroups(database.query, caller.instanceId, params.templateId, body),
  );

  route(app, items.chart, itemShapes.chart, ({ caller, params, body }) =>
    itemChart(database.query, caller.instanceId, params.templateId, body),
  );

  route(app, items.export, itemShapes.export, async ({ caller, params, body, reply }) => {
    const { format, ids, excluded, fields, ...list } = body;
    if (ids && Object.keys(list).length + (excluded?.length ?? 0) > 0)
      throw new AppError('invalid', { fields: { ids: 'name items by id, or by filters, but not both' } });
    const options = {
      ...caller,
      ...params,
      format,
      items: { list, ...(ids && { ids }), ...(excluded && { excluded }) },
    };
    const open = () => openSheet(database, fields ? { ...options, names: fields } : options);
    const stream = await openStream(reply, open);
    const { contentType, extension } = sheetFiles[format];
    reply.header('content-disposition', asAttachment(`${params.templateId}.${extension}`));
    return raw(reply, stream, contentType);
  });

  route(app, items.listByIds, itemShapes.listByIds, async ({ caller, params, body }) => ({
    items: await listHeadersByIds(database.query, {
      instanceId: caller.instanceId,
      templateId: params.templateId,
      // Ids outside the valid range match no item.
      ids: body.ids.map(readItemId).filter(isItemId),
    }),
  }));

  route(app, items.listEdits, itemShapes.listEdits, async ({ caller, params, body }) => ({
    edits: await listEdits(
      database.query,
      caller.instanceId,
      body.ids.map((id) => ({ template_id: params.templateId, id })),
    ),
  }));

  route(app, items.listHeaders, itemShapes.listHeaders, async ({ caller, params, reply }) =>
    raw(reply, await openStream(reply, () => streamHeaders(database, caller.instanceId, params.templateId)), json),
  );

  route(app, items.search, itemShapes.search, async ({ caller, query }) => ({
    items: await findInAllTemplates(database.query, caller.instanceId, query.q, query.limit ?? foundAtOnce),
  }));

  route(app, items.get, itemShapes.get, async ({ caller, params }) => ({
    item: await readItem(database.query, { ...params, instanceId: caller.instanceId }),
  }));

  route(app, items.listUses, itemShapes.listUses, ({ caller, params, query }) =>
    usesOf(database.query, {
      instanceId: caller.instanceId,
      templateId: params.templateId,
      id: params.id,
      cursor: query.cursor,
      limit: query.limit ?? usesAtOnce,
    }),
  );
};

const saveRoutes = (app: App): void => {
  const { deps } = app;
  const { database } = deps;

  route(app, items.replaceLinks, itemShapes.replaceLinks, ({ caller, params, body }) =>
    withLongTimeout(() => replaceLinksTo(deps, caller, { ...params, ...body })),
  );

  route(app, items.save, itemShapes.save, ({ caller, body }) => {
    if (isNew(body)) demand(newItem, caller.grants);
    return saveItem(deps, saverOf(caller), body);
  });

  route(app, items.saveMany, itemShapes.saveMany, async ({ caller, body }) => {
    if (body.items.some(isNew)) demand(newItem, caller.grants);
    return { items: await saveItems(deps, saverOf(caller), body.items) };
  });

  route(app, items.saveRecords, itemShapes.saveRecords, async ({ caller, params, query, records, inTurn }) => {
    const model = await findTemplate(database.query, caller.instanceId, params.templateId);
    if (!model) throw noSuchTemplate(params.templateId);
    const read = await records.readAll({ records: contentLimits.batchItems, values: contentLimits.recordValues });
    if (read.some(isNewRecord)) demand(newItem, caller.grants);
    const sent = { kind: records.kind, records: read, ignoresUnknown: query.ignore_unknown ?? false };
    return { items: await inTurn(() => saveRecords(deps, saverOf(caller, 'api'), model, sent)) };
  });

  route(app, items.delete, itemShapes.delete, async ({ caller, params, query }) => {
    await removeItem(deps, { ...caller, origin: 'form' }, params, query?.version);
    return done;
  });
};
