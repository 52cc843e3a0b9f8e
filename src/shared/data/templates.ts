import { buildTree, type TreeNode } from '@quartermaster/contract/content/template-tree.ts';
import type { Input } from '@quartermaster/contract/endpoints/endpoint.ts';
import { type Template, type TemplateField, templates } from '@quartermaster/contract/endpoints/templates.ts';
import { queryOptions } from '@tanstack/react-query';
import { isRefusal } from '../http/http-error.ts';
import { keepUnder, queryKeys } from '../http/query-keys.ts';
import type { Request } from '../services/request.ts';

/** The schemas of an instance's items. */
export const templateQueries = {
  list: (request: Request, instanceId: number) =>
    queryOptions({
      queryKey: [...queryKeys.instance.templates(instanceId), 'list'],
      queryFn: ({ signal }) => request(templates.list, { params: { instanceId } }, signal),
      enabled: instanceId > 0,
      // If the template options cannot be loaded, the form around them stays.
      meta: { title: 'Templates', isPart: true },
    }),
  /** The same to choose from: loaded again with each input, so that it has templates that others have just created. */
  choices: (request: Request, instanceId: number) => ({ ...templateQueries.list(request, instanceId), staleTime: 0 }),
  get: (request: Request, instanceId: number, templateId: string) =>
    queryOptions({
      queryKey: [...queryKeys.instance.templates(instanceId), 'get', templateId],
      queryFn: ({ signal }) => request(templates.get, { params: { instanceId, templateId } }, signal),
      staleTime: 60_000,
      meta: { title: 'Template', quiet: isRefusal, stored: 'page' },
    }),
  /** Whether a template id is available. Requested while the user types: the screen shows failures and retries. */
  isUnique: (request: Request, instanceId: number, templateId: string) =>
    queryOptions({
      queryKey: [...queryKeys.instance.templates(instanceId), 'isUnique', templateId],
      queryFn: async ({ signal }) =>
        (await request(templates.isUnique, { params: { instanceId, templateId } }, signal)).is_unique,
      retry: false,
      meta: { title: 'Template ID', quiet: true },
    }),
  /** Restorable fields that were removed from a template, latest first. */
  removedFields: (request: Request, instanceId: number, templateId: string) =>
    queryOptions({ ...formerFields(request, instanceId, templateId), select: ({ fields }) => fields }),
  /** Converted fields of a template, the first conversion first. */
  conversions: (request: Request, instanceId: number, templateId: string) =>
    queryOptions({ ...formerFields(request, instanceId, templateId), select: ({ converted }) => converted ?? [] }),
  /** What a conversion of a field would do to all items, as they are now. */
  conversion: (request: Request, instanceId: number, templateId: string, body: TriedConversion) =>
    queryOptions({
      queryKey: [...queryKeys.instance.templates(instanceId), 'conversion', templateId, body],
      queryFn: ({ signal }) => request(templates.tryConversion, { params: { instanceId, templateId }, body }, signal),
      staleTime: 0,
      gcTime: 0,
      retry: false,
      meta: { title: 'Conversion', quiet: true },
    }),
  /** What links to a template or its items, and keeps it from being deleted. */
  uses: (request: Request, instanceId: number, templateId: string) =>
    queryOptions({
      queryKey: [...queryKeys.instance.templates(instanceId), 'uses', templateId],
      queryFn: ({ signal }) => request(templates.listUses, { params: { instanceId, templateId } }, signal),
      // Without an answer, the deletion is still refused.
      meta: { title: 'Uses', quiet: true },
    }),
  /** An example item in its exported form, as JSON text; the previous result stays until the next one is loaded. */
  example: (request: Request, instanceId: number, example: Example) =>
    queryOptions({
      queryKey: [...queryKeys.instance.templates(instanceId), 'example', example],
      queryFn: async ({ signal }) =>
        (await request(templates.exampleExport, { params: { instanceId }, body: example }, signal)).json,
      // The same fields and values always give the same text.
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 10_000,
      placeholderData: keepUnder([...queryKeys.instance.templates(instanceId), 'example']),
      meta: { title: 'JSON preview', quiet: true },
    }),
};

type TriedConversion = Input<typeof templates.tryConversion>['body'];

/** What can be brought back in a template: removed fields, and the former types of converted ones. */
const formerFields = (request: Request, instanceId: number, templateId: string) =>
  queryOptions({
    queryKey: [...queryKeys.instance.templates(instanceId), 'removedFields', templateId],
    queryFn: ({ signal }) => request(templates.removedFields, { params: { instanceId, templateId } }, signal),
    meta: { title: 'Removed fields', isPart: true },
  });

/** The fields and values of an example, which need not be saved. */
export type Example = Input<typeof templates.exampleExport>['body'];

/** A node of a template's tree, with fields as in the API. */
export type FieldNode = TreeNode<TemplateField>;

const trees = new WeakMap<Template, FieldNode[]>();

/** The fields of a template as a tree; cached per template object, so that it can be compared by identity. */
export function treeOf(template: Template): FieldNode[] {
  const known = trees.get(template);
  if (known) return known;
  const tree = buildTree(template.fields);
  trees.set(template, tree);
  return tree;
}
