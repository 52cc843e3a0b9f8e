import { templates } from '@quartermaster/contract/endpoints/templates.ts';
import { templateShapes } from '@quartermaster/contract/shapes/templates.ts';
import { enqueueChanges, readProgress } from '../../content/documents/value-changes/change-values.ts';
import { listConversions, toConvertedField } from '../../content/documents/value-changes/conversions-repository.ts';
import {
  inRemovedOrder,
  listRemovals,
  toRemovedField,
} from '../../content/documents/value-changes/removals-repository.ts';
import { findTemplate } from '../../content/model/template-models.ts';
import { deleteTemplate, listLinksTo } from '../../content/schema/delete-template.ts';
import { dryRunTemplate, saveTemplate } from '../../content/schema/save/save-template.ts';
import { hasTemplate, listFieldIds, listTemplates, readTemplate } from '../../content/schema/template-repository.ts';
import { tryConversion } from '../../content/schema/try-conversion.ts';
import type { App } from '../../core/app/deps.ts';
import { done, route } from '../../core/app/route.ts';
import { AppError } from '../../core/base/errors.ts';
import { withLongTimeout } from '../../core/database/timeouts.ts';
import { writeExample } from './example-service.ts';

export const templateRoutes = (app: App): void => {
  const { deps } = app;
  const { query } = deps.database;

  route(app, templates.list, templateShapes.list, async ({ caller }) => {
    const found = await listTemplates(query, caller.instanceId);
    return {
      templates: found.map(({ id, label, version, item_count }) => ({ id, header: { label, version }, item_count })),
    };
  });

  route(app, templates.get, templateShapes.get, ({ caller, params }) =>
    readTemplate(query, caller.instanceId, params.templateId),
  );

  route(app, templates.save, templateShapes.save, async ({ caller, body }) => {
    const { isChanging, ...saved } = await withLongTimeout(() =>
      saveTemplate(deps, { ...caller, origin: 'form' }, body),
    );
    if (isChanging) await enqueueChanges(deps);
    return saved;
  });

  route(app, templates.progress, templateShapes.progress, async ({ caller, params }) => ({
    change: await readProgress(query, caller.instanceId, params.templateId),
  }));

  route(app, templates.dryRun, templateShapes.dryRun, ({ caller, body }) =>
    withLongTimeout(() => dryRunTemplate(deps, caller.instanceId, body)),
  );

  route(app, templates.removedFields, templateShapes.removedFields, async ({ caller, params }) => {
    const model = await findTemplate(query, caller.instanceId, params.templateId);
    if (!model) throw new AppError('not_found');
    const converted = (await listConversions(query, model.key)).slice(-500).map(toConvertedField);
    return {
      fields: inRemovedOrder(await listRemovals(query, model.key)).map(toRemovedField),
      ...(converted.length > 0 && { converted }),
    };
  });

  route(app, templates.listFieldIds, templateShapes.listFieldIds, async ({ caller, params }) => ({
    ids: await listFieldIds(query, caller.projectId, params.templateId),
  }));

  route(app, templates.tryConversion, templateShapes.tryConversion, ({ caller, params, body }) =>
    withLongTimeout(() => tryConversion(deps, { ...params, instanceId: caller.instanceId }, body)),
  );

  route(app, templates.exampleExport, templateShapes.exampleExport, ({ body }) => ({ json: writeExample(body) }));

  route(app, templates.isUnique, templateShapes.isUnique, async ({ caller, params }) => ({
    is_unique: !(await hasTemplate(query, caller.instanceId, params.templateId)),
  }));

  route(app, templates.listUses, templateShapes.listUses, async ({ caller, params }) => {
    const model = await findTemplate(query, caller.instanceId, params.templateId);
    if (!model) throw new AppError('not_found');
    return listLinksTo(query, caller.instanceId, { key: model.key, id: params.templateId });
  });

  route(app, templates.delete, templateShapes.delete, async ({ caller, params, query }) => {
    const editor = { ...caller, origin: 'form' } as const;
    await withLongTimeout(() => deleteTemplate(deps, editor, params.templateId, query?.version));
    return done;
  });
};
