import { Type } from 'typebox';
import { extensionName } from '../extensions/extension-name.ts';
import { extensionLimits } from '../extensions/messages.ts';
import { type FieldType, fieldTypeOf, fieldTypes } from '../field-types/registry.ts';
import { webAddressLength } from '../rules/web-address.ts';
import {
  Done,
  Exact,
  Fingerprint,
  Id,
  InstanceParams,
  Moment,
  Nullable,
  TemplateId,
  WorkspaceParams,
} from './common.ts';

const Name = Type.String({ pattern: extensionName.source });
const Version = Type.String({ pattern: '^[0-9A-Za-z][0-9A-Za-z.+_-]{0,39}$' });
/** The title of an extension, or of a part of it. */
export const Title = Type.String({ minLength: 1, maxLength: 60 });

/** The SHA-384 of a script in hexadecimal digits. */
const ScriptHash = Type.String({ pattern: '^[0-9a-f]{96}$' });

/** The types of fields that an extension can edit: those whose settings name one. */
const types = (Object.keys(fieldTypes) as FieldType[]).filter((type) => 'editor' in fieldTypeOf(type).settings);

const partParts = {
  title: Title,
  templates: Type.Optional(
    Type.Array(TemplateId, {
      minItems: 1,
      maxItems: 100,
      description: 'The ids of the templates that it is for; all if absent',
    }),
  ),
};

/** What is drawn in a place of its own, next to the editor of a field. */
const parts = {
  panel: Type.Optional(Type.Object(partParts, { description: 'A panel next to the form of an item' })),
  action: Type.Optional(Type.Object(partParts, { description: 'An action on the selected items of a list' })),
  card: Type.Optional(Type.Object({ title: Title }, { description: 'A card of the dashboard' })),
};

/** The parts of an extension that have a place of their own. */
export const ExtensionParts = Exact(parts);

const capabilities = {
  editor_types: Type.Array(Type.Enum(types), {
    description: 'The types of the fields that it can edit',
    maxItems: types.length,
  }),
  has_cells: Type.Boolean({ description: 'It says how values are drawn in lists, grids and comparisons' }),
  ...parts,
};

/** What an extension says of itself, next to its script. */
export const ExtensionManifest = Type.Object({
  /** The version of the interface between the console and extensions. */
  contract: Type.Literal(1),
  name: Name,
  version: Version,
  title: Title,
  script: Type.String({
    minLength: 1,
    maxLength: 400,
    description: 'The address of its script, relative to the manifest',
  }),
  integrity: Type.String({ pattern: '^sha384-[A-Za-z0-9+/]{64}$', description: 'The hash of its script' }),
  ...capabilities,
});

/** An extension that an owner of the workspace has allowed. */
export const Extension = Exact({
  id: Id,
  name: Name,
  version: Version,
  title: Title,
  address: Type.String({ description: 'Of its manifest' }),
  ...capabilities,
  by: Nullable(Type.String({ description: 'Who allowed it; null for whoever has no name' })),
  allowed_at: Moment,
});

/** An extension as the console runs it. */
export const RunningExtension = Exact({
  name: Name,
  version: Version,
  title: Title,
  ...capabilities,
  frame: Type.String({
    description: 'The address of the page that runs it; relative to the server without EXTENSIONS_URL',
  }),
});

const address = Type.String({ maxLength: 2 * webAddressLength });

const list = { maxItems: extensionLimits.inWorkspace, description: 'By name' };

/** Shapes of the calls for extensions. */
export const extensionShapes = {
  list: { params: WorkspaceParams, response: Exact({ extensions: Type.Array(Extension, list) }) },
  allow: {
    params: WorkspaceParams,
    body: Exact({ address, fingerprint: Type.Optional(Fingerprint) }),
    response: Exact({ extension: Extension }),
  },
  check: {
    params: WorkspaceParams,
    body: Exact({ address }),
    response: Exact({
      extension: Exact({ name: Name, version: Version, title: Title, ...capabilities }),
      /** What is allowed under this name now. */
      allowed: Nullable(Exact({ version: Version, ...capabilities })),
      fingerprint: Fingerprint,
    }),
  },
  remove: { params: Exact({ workspaceId: Id, extensionId: Id }), response: Done },
  running: { params: InstanceParams, response: Exact({ extensions: Type.Array(RunningExtension, list) }) },
  frame: { params: Exact({ hash: ScriptHash }) },
  script: { params: Exact({ hash: ScriptHash }) },
} as const;
