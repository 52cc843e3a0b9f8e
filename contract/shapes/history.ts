import { Type } from 'typebox';
import { contentLimits } from '../content/content-limits.ts';
import {
  ChangeKind,
  Exact,
  FieldId,
  Id,
  InstanceParams,
  Moment,
  NewestFirst,
  Nullable,
  nextPage,
  ProjectParams,
  TemplateId,
  Version,
} from './common.ts';
import { ItemDiff, MenuDiff, Person, TemplateDiff } from './sync.ts';

const Count = Type.Integer({ minimum: 0 });

/** The feature through which content was changed. */
export const Origin = Type.Union([
  Type.Literal('form'),
  Type.Literal('grid'),
  Type.Literal('bulk-edit'),
  Type.Literal('import'),
  Type.Literal('sync'),
  Type.Literal('undo'),
  Type.Literal('restore'),
  Type.Literal('release'),
  Type.Literal('template-change'),
  Type.Literal('proposal'),
  Type.Literal('api'),
  Type.Literal('assistant'),
]);

/** What a revision did to an item or a template. */
export const ContentAction = Type.Union([Type.Literal('create'), Type.Literal('update'), Type.Literal('delete')]);

const change = {
  action: ContentAction,
  by: Person,
  at: Moment,
  origin: Origin,
  /** The change set that made it; null for a single save. */
  change_set_id: Nullable(Id),
};

/** The most fields that an entry of a history names. */
const namedFields = 100;

/** A field that a version has changed, as far as a line has room for it; `label` is the item's own label. */
const VersionChange = Exact({
  field_id: FieldId,
  /** The language of the texts, if it is not the field's source language. */
  language: Type.Optional(Type.String()),
  /**
   * The values as they are stored, null if empty; of a list, the entries that the other one lacks. A long text is cut to its
   * first difference. Absent if they are too large, or were of another type.
   */
  before: Type.Optional(Type.Unknown()),
  after: Type.Optional(Type.Unknown()),
  /** Of a dynamic group how many rows have changed, of a list with many changes how many entries. */
  amounts: Type.Optional(Exact({ added: Count, updated: Count, removed: Count })),
});

/** A version of an item. */
export const ItemVersion = Exact({
  version: Version,
  ...change,
  /** The title of the extension that proposed the change. */
  extension: Type.Optional(Type.String()),
  label: Type.String(),
  /** The version of the template that it was saved with; null if that is not stored. */
  template_version: Nullable(Version),
  label_changed: Type.Boolean(),
  /** The fields that differ from the version before, at most 100; all fields with a value for the first one. */
  fields: Type.Array(FieldId, { maxItems: namedFields }),
  field_count: Count,
  /** The first of them with their values, and the label; none if there was no version before, or if it is not stored. */
  changes: Type.Array(VersionChange, { maxItems: contentLimits.quotedFields }),
  /** True for the current content. */
  is_current: Type.Boolean(),
});

/**
 * A field of a template, or an entry of a menu, that a version has changed: added, removed, moved if it is updated without
 * values, or with another setting. The name of a template has the id `label` and no setting.
 */
const NamedChange = Exact({
  id: Type.String(),
  name: Type.String(),
  change: ChangeKind,
  setting: Type.Optional(Type.String()),
  /** Absent on a side that does not have the setting. */
  before: Type.Optional(Type.Unknown()),
  after: Type.Optional(Type.Unknown()),
  /** The values are left out, as they are large. */
  is_large: Type.Optional(Type.Literal(true)),
});

/** The first of them; none if there was no version before, or if it is not stored. */
const namedChanges = Type.Array(NamedChange, { maxItems: contentLimits.quotedFields });

/** A version of a template. */
export const TemplateVersion = Exact({
  version: Version,
  ...change,
  label: Type.String(),
  label_changed: Type.Boolean(),
  /** The numbers of fields that differ from the version before. */
  fields: Exact({ added: Count, updated: Count, removed: Count }),
  changes: namedChanges,
  is_current: Type.Boolean(),
});

/** A version of a menu. */
export const MenuRevision = Exact({
  id: Id,
  by: Person,
  at: Moment,
  origin: Origin,
  change_set_id: Nullable(Id),
  /** The numbers of entries that differ from the version before. */
  nodes: Exact({ added: Count, updated: Count, removed: Count }),
  changes: namedChanges,
  is_current: Type.Boolean(),
});

/** Something that a former version has and that cannot come back. */
export const Missing = Exact({
  /** The field that the template no longer has, or the field with a link to an item that does not exist any more. */
  field_id: FieldId,
  label: Type.String(),
  reason: Type.String(),
});

const ItemParams = Exact({ instanceId: Id, templateId: TemplateId, id: Id });
const TemplateParams = Exact({ instanceId: Id, templateId: TemplateId });
const missing = Type.Array(Missing, { maxItems: contentLimits.templateFields });

/** Two versions: `from` is the older one; without `to` it is compared with the current content. */
const Versions = Exact({ from: Version, to: Type.Optional(Version) });

/** Shapes of the calls for the history of content. */
export const historyShapes = {
  listItem: {
    params: ItemParams,
    query: Exact({ ...NewestFirst, field: Type.Optional(FieldId) }),
    response: Exact({ versions: Type.Array(ItemVersion, { maxItems: 100 }), ...nextPage }),
  },
  compareItem: { params: ItemParams, query: Versions, response: ItemDiff },
  checkItem: {
    params: ItemParams,
    query: Exact({ version: Version }),
    response: Exact({
      /** The item now (`target`) and as it would be restored (`source`). */
      diff: ItemDiff,
      /** What of the version is left out, as it cannot come back. */
      missing,
      /** Why a save of the rest would be refused; the restore is refused then. */
      refusals: Type.Array(Exact({ field_id: FieldId, reason: Type.String() }), { maxItems: 100 }),
    }),
  },
  restoreItem: {
    params: ItemParams,
    body: Exact({
      version: Version,
      /** The current version of the item, as it was checked. */
      seen: Version,
    }),
    response: Exact({
      /** Null if the item has this content already. */
      change_set_id: Nullable(Id),
      version: Version,
    }),
  },
  listTemplate: {
    params: TemplateParams,
    query: Exact({ ...NewestFirst }),
    response: Exact({ versions: Type.Array(TemplateVersion, { maxItems: 100 }), ...nextPage }),
  },
  compareTemplate: { params: TemplateParams, query: Versions, response: TemplateDiff },
  checkTemplate: {
    params: TemplateParams,
    query: Exact({ version: Version }),
    response: Exact({
      /** The template now (`target`) and as it would be restored (`source`), with the effects on its items. */
      diff: TemplateDiff,
      missing,
      /** Why a save would be refused; the restore is refused then. */
      refusals: Type.Array(Exact({ field_id: Type.String(), reason: Type.String() }), { maxItems: 100 }),
    }),
  },
  restoreTemplate: {
    params: TemplateParams,
    body: Exact({ version: Version, seen: Version }),
    response: Exact({ version: Version }),
  },
  listMenu: {
    params: InstanceParams,
    query: Exact({ ...NewestFirst }),
    response: Exact({ versions: Type.Array(MenuRevision, { maxItems: 100 }), ...nextPage }),
  },
  compareMenu: {
    params: InstanceParams,
    query: Exact({ from: Id, to: Type.Optional(Id) }),
    response: MenuDiff,
  },
  restoreMenu: {
    params: InstanceParams,
    body: Exact({
      id: Id,
      /** The version of the menu, as it was compared. */
      seen: Type.String({ maxLength: 64 }),
    }),
    response: Exact({
      version: Type.String(),
      /** Entries that were left out, as their templates do not exist any more. */
      missing: Type.Array(Exact({ label: Type.String(), template_id: Type.String() }), {
        maxItems: contentLimits.menuNodes,
      }),
    }),
  },
  summary: {
    params: ProjectParams,
    response: Exact({
      /** For how many days versions and activity are kept: after a change to a plan that keeps less, as before for 30 days; null for ever. */
      days: Nullable(Count),
      trash_days: Count,
      /** How much is kept; a number of 100,000 stands for as much or more. */
      item_versions: Count,
      template_versions: Count,
      menu_versions: Count,
      trash: Count,
      activity: Count,
    }),
  },
} as const;
