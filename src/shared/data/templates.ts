import { buildTree, type TreeNode } from '@quartermaster/contract/content/template-tree.ts';
import type { Input } from '@quartermaster/contract/endpoints/endpoint.ts';
import { type Template, type TemplateField, templates } from '@quartermaster/contract/endpoints/templates.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { isRefusal } from '../http/http-error.ts';
import { queryKeys } from '../http/query-keys.ts';
import type { Request } from '../services/request.ts';

/** Milliseconds between two looks at a change of items that is still running. */
const pollEvery = 1000;

/** The schemas of an instance's items. */
export const templateQueries = {
  list: (request: Request, instanceId: number) =>
    queryOptions({
      queryKey: [...queryKeys.instance.templates(instanceId), 'list'],
      queryFn: ({ signal }) => request(templates.list, { params: { instanceId } }, signal),
      enabled: instanceId > 0,
      // What is being edited around a choice of templates stays where it is when they do not come.
      meta: { title: 'Templates', isPart: true },
    }),
  get: (request: Request, instanceId: number, templateId: string) =>
    queryOptions({
      queryKey: [...queryKeys.instance.templates(instanceId), 'get', templateId],
      queryFn: ({ signal }) => request(templates.get, { params: { instanceId, templateId } }, signal),
      staleTime: 60_000,
      meta: { title: 'Template', quiet: isRefusal },
    }),
  /** How far the items are that a save of the template changes; looks again while it runs. */
  progress: (request: Request, instanceId: number, templateId: string) =>
    queryOptions({
      queryKey: [...queryKeys.instance.templates(instanceId), 'progress', templateId],
      queryFn: async ({ signal }) =>
        (await request(templates.progress, { params: { instanceId, templateId } }, signal)).change,
      refetchInterval: (query) => (query.state.data === null ? false : pollEvery),
      meta: { title: 'Progress', quiet: true },
    }),
  /** Whether an id of a template is free. Asked while one types: a failure is the screen's to show, and to try again. */
  isUnique: (request: Request, instanceId: number, templateId: string) =>
    queryOptions({
      queryKey: [...queryKeys.instance.templates(instanceId), 'isUnique', templateId],
      queryFn: async ({ signal }) =>
        (await request(templates.isUnique, { params: { instanceId, templateId } }, signal)).is_unique,
      retry: false,
      meta: { title: 'Template ID', quiet: true },
    }),
  /** Fields that were removed from a template and can be brought back, the last one first. */
  removedFields: (request: Request, instanceId: number, templateId: string) =>
    queryOptions({
      queryKey: [...queryKeys.instance.templates(instanceId), 'removedFields', templateId],
      queryFn: async ({ signal }) =>
        (await request(templates.removedFields, { params: { instanceId, templateId } }, signal)).fields,
      meta: { title: 'Removed fields', isPart: true },
    }),
  /** What an export makes of an item that need not be saved, as JSON text; the answer before stays until the next is there. */
  example: (request: Request, instanceId: number, example: Example) =>
    queryOptions({
      queryKey: [...queryKeys.instance.templates(instanceId), 'example', example],
      queryFn: async ({ signal }) =>
        (await request(templates.exampleExport, { params: { instanceId }, body: example }, signal)).json,
      // The same fields and values give the same text.
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 10_000,
      placeholderData: keepPreviousData,
      meta: { title: 'JSON preview', quiet: true },
    }),
};

/** Fields and values that need not be saved, as the server is asked to export them. */
export type Example = Input<typeof templates.exampleExport>['body'];

/** A node of a template's tree, as the API sends the fields. */
export type FieldNode = TreeNode<TemplateField>;

const trees = new WeakMap<Template, FieldNode[]>();

/** The fields of a template as a tree; the same template has the same tree, so that it can be compared by identity. */
export function treeOf(template: Template): FieldNode[] {
  const known = trees.get(template);
  if (known) return known;
  const tree = buildTree(template.fields);
  trees.set(template, tree);
  return tree;
}
