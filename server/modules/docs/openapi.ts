import { type Access, type Permission, permissions, tokenScopesOf } from '@quartermaster/contract/access.ts';
import { contentLimitsText } from '@quartermaster/contract/content/content-limits.ts';
import { dropLimitsText } from '@quartermaster/contract/content/drop-limits.ts';
import { type ApiEntry, api } from '@quartermaster/contract/endpoints/api.ts';
import { type BodyKind, mediaTypes } from '@quartermaster/contract/endpoints/body-kinds.ts';
import type { Endpoint } from '@quartermaster/contract/endpoints/endpoint.ts';
import { errors } from '@quartermaster/contract/errors.ts';
import { apiPrefix } from '../../core/app/route.ts';
import { hostOnly } from '../../core/session/cookie-names.ts';
import { summaryIn } from './contract-comments.ts';

/** A JSON Schema as used in OpenAPI 3.1. */
export type JsonSchema = Record<string, unknown>;

export interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  security: Record<string, never[]>[];
  parameters: { name: string; in: 'path' | 'query' | 'header'; required: boolean; schema: JsonSchema }[];
  requestBody?: { required: boolean; content: Content };
  responses: Record<string, { description: string; content?: Content } | { $ref: string }>;
}

type Content = Record<string, { schema?: JsonSchema }>;

/** What is the same for all calls. */
export const conventions =
  'Ids in paths are whole numbers. Resources of other workspaces respond with 404. With cookies, calls that change something need the header `X-CSRF-Protection: 1`.';

/** The comments of the contract as Markdown, by the names of resources and calls. */
type Comments = ReadonlyMap<string, string>;

/** Generates the OpenAPI document of all endpoints in the contract, described by its comments. */
export function createOpenApi(publicUrl: string, version: string, comments: Comments = new Map()) {
  const paths: Record<string, Record<string, Operation>> = {};
  for (const entry of api) {
    const path = apiPrefix + entry.endpoint.path.replaceAll(/:(\w+)/g, '{$1}');
    const operation = operationOf(entry, comments.get(entry.name));
    paths[path] = {
      ...paths[path],
      [entry.endpoint.method.toLowerCase()]: operation,
      ...(entry.endpoint.isFile && { head: headOf(operation) }),
    };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Quartermaster API',
      version,
      description: `Errors have one shape. ${conventions} ${contentLimitsText} ${dropLimitsText}`,
    },
    servers: [{ url: publicUrl }],
    tags: [...new Set(api.map(resourceOf))].map((name) => ({ name, description: comments.get(name) ?? '' })),
    paths,
    components: {
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: publicUrl.startsWith('https:') ? hostOnly('qm_auth') : 'qm_auth',
          description: 'Set by signing in.',
        },
        bearer: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'The same token, provided by a host.',
        },
        apiToken: { type: 'http', scheme: 'bearer', description: "The instance's API token." },
        projectToken: {
          type: 'http',
          scheme: 'bearer',
          description:
            'A token of the project, qm_…: its scopes are the outer limit, the permissions of whoever made it the inner one. It writes in Dev only.',
        },
      },
      schemas: { Error: errorSchema },
      responses: {
        Error: {
          description: 'Refused',
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
        },
      },
    },
  };
}

export type OpenApi = ReturnType<typeof createOpenApi>;

const resourceOf = ({ name }: ApiEntry) => name.split('.')[0] ?? name;

/** Verbs of calls that say little without what they are about. */
const plainVerbs = ['list', 'get', 'create', 'update', 'delete', 'save', 'read', 'rename'];

/** What a call does, from its name, if the contract is not deployed: `items.listUses` is `List uses`, `items.get` is `Get items`, `accounts.login` is `Login`. */
function summaryOf(name: string): string {
  const [resource = '', verb = ''] = name.split('.');
  const words = (part: string) => part.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  const summary = plainVerbs.includes(verb) ? `${verb} ${words(resource)}` : words(verb);
  return summary.charAt(0).toUpperCase() + summary.slice(1);
}

const errorSchema: JsonSchema = {
  type: 'object',
  required: ['status_code', 'error', 'message'],
  properties: {
    status_code: { type: 'integer', description: 'A code of the error catalogue, otherwise the HTTP status' },
    error: { type: 'string', description: 'A machine-readable code', examples: Object.keys(errors) },
    message: { type: 'string', description: 'A message for the user' },
    fields: {
      type: 'object',
      additionalProperties: { type: 'string' },
      description: 'Validation errors, by path in the body',
    },
    details: { description: 'Data that the caller needs to continue' },
  },
};

function operationOf(entry: ApiEntry, comment: string | undefined): Operation {
  const { endpoint, shape } = entry;
  return {
    operationId: entry.name,
    tags: [resourceOf(entry)],
    summary: comment ? summaryIn(comment) : summaryOf(entry.name),
    description: `${comment ? `${comment}\n\n` : ''}${accessSentence(endpoint.access)}${tokenSentence(endpoint)}`,
    security: securityOf(endpoint),
    parameters: [
      ...parametersOf(shape.params, 'path'),
      ...parametersOf(shape.query, 'query'),
      ...(endpoint.isFile ? fileHeaders : []),
    ],
    ...((shape.body || shape.records) && {
      requestBody: { required: !shape.body || !('~optional' in shape.body), content: contentOf(entry) },
    }),
    responses: {
      ...(shape.response
        ? { 200: { description: 'Done', content: { 'application/json': { schema: plain(shape.response) } } } }
        : { '2XX': { description: 'A file, or nothing' } }),
      ...(endpoint.isFile && fileResponses),
      default: { $ref: '#/components/responses/Error' },
    },
  };
}

/** The body by media type; of a stream of records, the schema of one record. */
function contentOf({ endpoint: { accepts = ['json'] }, shape: { body, records } }: ApiEntry): Content {
  const kinds = accepts.map((kind) => {
    const schema = plain(records ?? body ?? {});
    const note = recordNotes[kind];
    const description = [schema.description ?? [], note].flat().join('. ');
    return [mediaTypes[kind][0], { schema: { ...schema, ...(note && { description }) } }];
  });
  return Object.fromEntries(kinds);
}

const recordNotes: Partial<Record<BodyKind, string>> = {
  'json-lines': 'One such object per line, in UTF-8',
  csv: 'One row per object, in UTF-8 (RFC 4180, with commas, semicolons, tabs or vertical bars, which the first line tells); the first line has the names, and values are texts',
  xliff: 'XLIFF 2.0 or later in UTF-8, without a document type; a unit is an object',
};

const fileHeaders: Operation['parameters'] = ['If-None-Match', 'Range', 'If-Range'].map((name) => ({
  name,
  in: 'header',
  required: false,
  schema: { type: 'string' },
}));

const fileResponses: Operation['responses'] = {
  206: { description: 'The part that `Range` asks for; several at once are not served' },
  304: { description: 'The tag in `If-None-Match` still holds' },
  416: { $ref: '#/components/responses/Error' },
};

/** HEAD: the headers of GET. */
const headOf = (operation: Operation): Operation => ({
  ...operation,
  operationId: `${operation.operationId}.head`,
  description: `${operation.description} Returns only the headers of GET.`,
  parameters: operation.parameters.filter(({ name }) => !name.endsWith('Range')),
  responses: {
    200: { description: 'The headers of the file' },
    304: { description: 'The tag in `If-None-Match` still holds' },
    default: { $ref: '#/components/responses/Error' },
  },
});

/** Removes properties that only the schema library understands. */
const plain = (shape: object): JsonSchema => JSON.parse(JSON.stringify(shape)) as JsonSchema;

function parametersOf(shape: object | undefined, location: 'path' | 'query'): Operation['parameters'] {
  const { properties = {}, required = [] } = (shape ? plain(shape) : {}) as {
    properties?: Record<string, JsonSchema>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: location,
    required: required.includes(name),
    schema,
  }));
}

function securityOf(endpoint: Endpoint): Operation['security'] {
  const { access } = endpoint;
  if (access.scope === 'public') return [];
  const token = tokenScopesOf(endpoint).length > 0 ? [{ projectToken: [] }] : [];
  if (access.scope !== 'instance' || !access.token) return [{ session: [] }, { bearer: [] }, ...token];
  return [{ apiToken: [] }, ...token, ...(access.orPublic ? [{}] : [])];
}

/** A sentence about the tokens of the project that may make a call. */
function tokenSentence(endpoint: Endpoint): string {
  if (endpoint.access.scope === 'public') return '';
  const scopes = tokenScopesOf(endpoint);
  return scopes.length > 0 ? ` Or a token with the scope ${scopes.join(' or ')}.` : ' No tokens of the project.';
}

/** A sentence about the required access. */
function accessSentence(access: Access): string {
  if (access.scope === 'public') return 'Anybody.';
  if (access.scope === 'account') return 'Anybody who is signed in.';
  if (access.scope === 'instance' && access.token)
    return `The holder of the instance's API token${access.orPublic ? ', or anybody if its builds are public' : ''}.`;
  const feature = access.feature ? ' The plan must include it.' : '';
  if (access.scope !== 'instance') return `Roles in the workspace: ${access.roles.join(', ')}.${feature}`;
  const named = (permission: Permission) => `${permission} ("${permissions[permission].label}")`;
  const permission = access.anyOf
    ? `Needs ${access.anyOf.map((group) => group.map(named).join(' and ')).join(', or ')}.`
    : 'Any role in the workspace.';
  return `${permission}${access.env ? ` Only in ${access.env} instances.` : ''}${feature}`;
}
