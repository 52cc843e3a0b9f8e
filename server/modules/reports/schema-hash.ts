import { createHash } from 'node:crypto';
import type { TreeNode } from '@quartermaster/contract/content/template-tree.ts';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** What a reader of the file depends on: the names, types and nesting of the fields, and the values of choices. */
const shapeOf = ({ field: { settings }, children }: TreeNode): unknown => [
  settings.name,
  settings.type,
  'options' in settings ? settings.options.map(({ id }) => id) : [],
  children.map(shapeOf),
];

/** The hash of the structure of a template's file. Labels and limits do not change it. */
export const schemaHash = (tree: readonly TreeNode[]): string => sha256(JSON.stringify(tree.map(shapeOf)));

/** The hash of the structure of all files of a build. */
export const buildSchemaHash = (templates: readonly { template_id: string; schema_sha256: string }[]): string =>
  sha256(JSON.stringify(templates.map(({ template_id, schema_sha256 }) => [template_id, schema_sha256])));
