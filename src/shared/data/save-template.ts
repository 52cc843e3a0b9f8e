import { fieldStatus } from '@quartermaster/contract/content/item-fields.ts';
import type { Input, Output } from '@quartermaster/contract/endpoints/endpoint.ts';
import { type Template, templates } from '@quartermaster/contract/endpoints/templates.ts';
import { isPlaceholderId, newFieldIds, withFieldIds } from '@quartermaster/contract/rules/new-field-ids.ts';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { errorDetail } from '../http/error-detail.ts';
import { queryKeys } from '../http/query-keys.ts';
import { type Request, useRequest } from '../services/request.ts';
import { templateQueries } from './templates.ts';
import { useUndoDeletion } from './trash.ts';
import { useUndoSave } from './undo-save.ts';

/** A template in the form used for saves and dry runs. */
export type SaveTemplate = Input<typeof templates.save>['body'];

const stale = (instanceId: number) => [
  queryKeys.instance.templates(instanceId),
  queryKeys.instance.menu(instanceId),
  queryKeys.instance.items(instanceId),
  queryKeys.instance.history(instanceId, 'list'),
];

/** The server's current version, from the answer to a save or dry run that conflicts with it. */
export const currentTemplateOf = (error: unknown): Template | undefined =>
  errorDetail(error, 'template') as Template | undefined;

/** Puts the version with which a save conflicts into the cache. */
const cacheCurrent = (queries: QueryClient, request: Request, instanceId: number) => (error: unknown) => {
  const template = currentTemplateOf(error);
  if (template) queries.setQueryData(templateQueries.get(request, instanceId, template.id).queryKey, template);
};

/** A template whose new fields have ids: their names, or what is free next to these. */
async function named(request: Request, instanceId: number, body: SaveTemplate): Promise<SaveTemplate> {
  // A saved field can have such an id, too: it keeps it.
  const isNew = ({ id, status }: SaveTemplate['fields'][number]) =>
    isPlaceholderId(id) && (body.version === 0 || status === fieldStatus.added);
  if (!body.fields.some(isNew)) return body;
  const { ids } = await request(templates.listFieldIds, { params: { instanceId, templateId: body.id } });
  return { ...body, fields: withFieldIds(body.fields, newFieldIds(body.fields, ids, isNew)) };
}

/**
 * Creates or updates a template, whose new fields get their ids; `success` is the toast afterwards. The dialog shows failures itself. The toast
 * has an undo for those who may restore the template, or delete the new one.
 */
export function useSaveTemplate(instanceId: number, success: string, { canUndo = false }: { canUndo?: boolean } = {}) {
  const request = useRequest();
  const queries = useQueryClient();
  const { offer: offerUndo } = useUndoSave(instanceId);
  return useMutation({
    mutationFn: async (body: SaveTemplate) =>
      request(templates.save, { params: { instanceId }, body: await named(request, instanceId, body) }),
    onError: cacheCurrent(queries, request, instanceId),
    meta: {
      of: 'saveTemplate',
      success,
      name: (_, variables) => (variables as SaveTemplate).label,
      offer: (answer, variables) => {
        if (!canUndo) return undefined;
        const { id: templateId, version } = answer as Output<typeof templates.save>;
        const { label: name, version: base, fields } = variables as SaveTemplate;
        const losesValues = fields.some(({ replaced_options: replaced = [] }) => replaced.length > 0);
        return offerUndo({ what: 'template', name, templateId, version, isNew: base === 0, losesValues });
      },
      done: (_, variables) => {
        const { id: templateId, version } = variables as SaveTemplate;
        return { type: 'saved', what: 'template', instanceId, templateId, isNew: version === 0, count: 1 };
      },
      removes: (answer) => [
        { queryKey: templateQueries.get(request, instanceId, (answer as { id: string }).id).queryKey },
      ],
      invalidates: stale(instanceId),
    },
  });
}

/** Previews the effects of a save on the items; the dialog shows failures itself. */
export function useTemplateDryRun(instanceId: number) {
  const request = useRequest();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: SaveTemplate) => request(templates.dryRun, { params: { instanceId }, body }),
    onError: cacheCurrent(queries, request, instanceId),
    meta: { of: 'dryRunTemplate' },
  });
}

/**
 * Deletes a template with its items. `forget` is called after its page is unmounted; the dialog shows failures itself. The toast has an
 * undo for those who may restore it.
 */
export function useDeleteTemplate(
  instanceId: number,
  templateId: string,
  { label, canUndo }: { label: string; canUndo: boolean },
) {
  const request = useRequest();
  const queries = useQueryClient();
  const undo = useUndoDeletion(instanceId);
  const deleting = useMutation({
    mutationFn: () => request(templates.delete, { params: { instanceId, templateId } }),
    meta: {
      of: 'deleteTemplate',
      success: 'Template deleted',
      name: () => label,
      offer: () => (canUndo ? { label: 'Undo', run: () => undo.mutate({ template: templateId }) } : undefined),
    },
  });
  const forget = () => {
    for (const { queryKey } of [
      templateQueries.get(request, instanceId, templateId),
      templateQueries.removedFields(request, instanceId, templateId),
    ])
      queries.removeQueries({ queryKey });
    for (const queryKey of [...stale(instanceId), queryKeys.instance.trash(instanceId)])
      void queries.invalidateQueries({ queryKey });
  };
  return { ...deleting, forget };
}
