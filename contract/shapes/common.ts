import { type TProperties, Type } from 'typebox';
import { allPermissionIds, changeStatus, tokenScopes } from '../access.ts';
import { fieldStatus } from '../content/item-fields.ts';
import { languageLength } from '../languages.ts';
import { templateIdLength } from '../rules/template-settings.ts';

/** A database id in the API: a positive 32-bit integer. */
export const Id = Type.Integer({ minimum: 1, maximum: 2_147_483_647 });

/** A UUID in lower case. */
export const Uuid = Type.String({ pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' });

/** 3 to 64 Latin letters, digits and underscores. */
export const TemplateId = Type.String({ pattern: `^[A-Za-z0-9_]{3,${templateIdLength}}$` });

/** Identifies what a check has looked at. */
export const Fingerprint = Type.String({ pattern: '^[0-9a-f]{1,32}$', description: 'Of the check' });

/** Chosen by the creator of the field; permanent and unique in its template. */
export const FieldId = Type.String({ pattern: '^[A-Za-z0-9_-]{1,64}$' });

/** A field by its name, after those of the groups around it: `stats.damage`; or by its id. Names win. */
export const FieldName = Type.String({ pattern: '^\\.?[A-Za-z0-9_-]{1,64}(\\.[A-Za-z0-9_-]{1,64}){0,16}$' });

/** Whether columns that are no fields of the template are ignored; otherwise they are refused with the nearest name. */
export const IgnoreUnknown = Type.Boolean({
  description: 'Ignores columns that are no fields, instead of refusing them',
});

/** What a save does to a field: added 1, updated 2, removed 3. */
export const Status = Type.Union([
  Type.Literal(fieldStatus.added),
  Type.Literal(fieldStatus.updated),
  Type.Literal(fieldStatus.removed),
]);

/** An object with exactly these properties; unknown ones are rejected. */
export const Exact = <P extends TProperties>(properties: P) => Type.Object(properties, { additionalProperties: false });

/** A value or `null`. */
export const Nullable = <T extends Parameters<typeof Type.Union>[0][number]>(type: T) =>
  Type.Union([type, Type.Null()]);

/** The kind of a past or future change. */
export const ChangeKind = Type.Union([Type.Literal('added'), Type.Literal('updated'), Type.Literal('removed')]);

/** Schema keyword: the error message of a shape, where a form words it differently. */
export const refusalKey = 'x-refusal';

/** The role of a user in a workspace. */
export const WorkspaceRole = Type.Integer({
  minimum: 1,
  maximum: 3,
  description: 'Owner 1, Admin 2, Member 3',
  [refusalKey]: 'Role is a required field',
});

/** The name of an environment. */
export const EnvironmentName = Type.Union([Type.Literal('Dev'), Type.Literal('Stage'), Type.Literal('Prod')]);

/** A scope of a token. */
export const TokenScope = Type.Enum([...tokenScopes]);

/** The id of a permission. */
export const PermissionId = Type.Integer({
  minimum: Math.min(...allPermissionIds),
  maximum: Math.max(...allPermissionIds),
});

/** Whether a role or permission is given (1) or taken away (2). */
export const ChangeStatus = Type.Union([Type.Literal(changeStatus.create), Type.Literal(changeStatus.delete)]);

/** A language code of BCP 47. */
export const Language = Type.String({ maxLength: languageLength });

/** The name of an exported file: the id of its template, the language if it has only one, and `.json`. */
export const ExportedFile = Type.String({ pattern: '^[A-Za-z0-9_]{1,64}(\\.[A-Za-z0-9-]{1,35})?\\.json$' });

/** The path of an image: the hash of its bytes, and its file type. */
export const ImagePath = Type.String({ pattern: '^[0-9a-f]{64}\\.(png|jpg)$' });

/** Seconds since 1970. */
export const UnixSeconds = Type.Integer({ description: 'Seconds since 1970-01-01T00:00:00Z' });

/** A timestamp as ISO 8601 in UTC. */
export const Moment = Type.String({ format: 'date-time' });

/** Bounds of a list by time, `from` included and `to` not. */
export const Period = {
  from: Type.Optional(Moment),
  to: Type.Optional(Moment),
};

/** The empty JSON object for calls without input. */
export const Nothing = Exact({});

/** Path parameters of calls within an instance. */
export const InstanceParams = Exact({ instanceId: Id });
/** Path parameters of calls within a workspace. */
export const WorkspaceParams = Exact({ workspaceId: Id });

/** The response of a call that only reports success. */
export const Done = Exact({ ok: Type.Literal(true) });

/** For optimistic locking: the version that a save started from, 0 for a new object. */
export const Version = Type.Integer({ minimum: 0, maximum: 2_147_483_647 });

/** A line of text typed in a form; validated by the form's rule. */
export const TypedText = Type.String({ maxLength: 256 });
/** An email address typed in a form; validated by the form's rule. */
export const Email = Type.String({ maxLength: 254 });
/** A password typed in a form; validated by the form's rule. */
export const Password = Type.String({ maxLength: 1024 });
/** The secret of an emailed link. */
export const Hash = Type.String({ minLength: 1, maxLength: 128 });
/** Path parameters of calls within a project. */
export const ProjectParams = Exact({ projectId: Id });

/** The query of a list; without `limit`, all entries are returned. `cursor` requests the page after another one. */
export const ListQuery = Exact({
  search: Type.Optional(Type.String({ maxLength: 256, description: 'A part of a name or email address' })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
  cursor: Type.Optional(Type.String({ minLength: 1, maxLength: 1000 })),
});

/** The query of a list by descending id, which has no total: the newest entries come first. */
export const NewestFirst = {
  cursor: Type.Optional(Type.String({ pattern: '^[0-9]{1,10}$' })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
};

/** The field of a list's response that continues it: the cursor of the next page, `null` on the last one. */
export const nextPage = { next_cursor: Nullable(Type.String()) };

/** The fields of a list's response besides its entries. */
export const listEnd = {
  total: Type.Integer({ minimum: 0, description: 'Number of entries on all pages' }),
  ...nextPage,
};
