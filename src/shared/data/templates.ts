import { buildTree, type TreeNode } from '@quartermaster/contract/template-tree.ts';
import { type Template, type TemplateField, templates } from '@quartermaster/contract/templates.ts';
import { queryOptions } from '@tanstack/react-query';
import { isRefusal } from '../http/http-error.ts';
import type { Request } from '../http/request.ts';

/** The schemas of an instance's items. */
export const templateQueries = {
  list: (request: Request, instanceId: number) =>
    queryOptions({
      queryKey: ['instance', instanceId, 'templates', 'list'],
      queryFn: ({ signal }) => request(templates.list, { params: { instanceId } }, signal),
      enabled: instanceId > 0,
      meta: { title: 'Templates' },
    }),
  get: (request: Request, instanceId: number, templateId: string) =>
    queryOptions({
      queryKey: ['instance', instanceId, 'templates', 'get', templateId],
      queryFn: ({ signal }) => request(templates.get, { params: { instanceId, templateId } }, signal),
      staleTime: 60_000,
      meta: { title: 'Template', quiet: isRefusal },
    }),
};

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
