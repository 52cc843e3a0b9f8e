import type { Static } from 'typebox';
import { anyone, hasRole, inInstance } from '../access.ts';
import type * as shapes from '../shapes/extensions.ts';
import { endpoint, type Output } from './endpoint.ts';

export type Extension = Static<typeof shapes.Extension>;
export type ExtensionParts = Static<typeof shapes.ExtensionParts>;
export type Capabilities = Pick<Extension, 'editor_types' | 'has_cells' | keyof ExtensionParts>;
export type CheckedExtension = Output<typeof extensions.check>;

/** The path of the pages that run extensions, and of their scripts. */
export const extensionsFolder = '/extensions/';

/** Code of a studio in the console (docs/extensions.md). */
export const extensions = {
  /** The extensions that are allowed in a workspace. */
  list: endpoint<typeof shapes.extensionShapes.list>({
    method: 'GET',
    path: '/workspaces/:workspaceId/extensions',
    access: hasRole('workspace', 'owner'),
  }),
  /** Reads an extension like {@link extensions.allow}, says what it asks for and what is allowed now, and stores nothing. */
  check: endpoint<typeof shapes.extensionShapes.check>({
    method: 'POST',
    path: '/workspaces/:workspaceId/extensions/check',
    access: hasRole('workspace', 'owner'),
  }),
  /**
   * Allows an extension, by the address of its manifest: the server reads the manifest and the script, compares the script with its
   * hash, and stores it. The same name replaces its version, from the same origin only. 409 `changed` if it is not the one that was
   * checked, or if a version asks for more than was allowed and has not been checked.
   */
  allow: endpoint<typeof shapes.extensionShapes.allow>({
    method: 'POST',
    path: '/workspaces/:workspaceId/extensions',
    access: hasRole('workspace', 'owner'),
  }),
  /** Removes an extension; its fields have their ordinary inputs again. */
  remove: endpoint<typeof shapes.extensionShapes.remove>({
    method: 'DELETE',
    path: '/workspaces/:workspaceId/extensions/:extensionId',
    access: hasRole('workspace', 'owner'),
  }),
  /** The extensions of an instance's workspace, with the page that runs each. */
  running: endpoint<typeof shapes.extensionShapes.running>({
    method: 'GET',
    path: '/instances/:instanceId/extensions',
    access: inInstance,
  }),
  /** The page that runs an extension in a sandboxed frame. */
  frame: endpoint<typeof shapes.extensionShapes.frame>({
    method: 'GET',
    path: `${extensionsFolder}:hash/frame`,
    access: anyone,
  }),
  /** The script of an extension. */
  script: endpoint<typeof shapes.extensionShapes.script>({
    method: 'GET',
    path: `${extensionsFolder}:hash/script.js`,
    access: anyone,
  }),
};
