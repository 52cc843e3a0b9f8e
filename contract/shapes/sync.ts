import { Type } from 'typebox';
import { contentLimits } from '../content/content-limits.ts';
import { languageLimit } from '../languages.ts';
import { BeforeAndAfter, ChartedField } from './charts.ts';
import {
  ChangeKind,
  Done,
  EnvironmentName,
  Exact,
  FieldId,
  Id,
  InstanceParams,
  Moment,
  NewestFirst,
  Nullable,
  nextPage,
  Period,
  TemplateId,
  Version,
} from './common.ts';
import { ItemField, LastEdit, Picture } from './items.ts';
import { MenuNode } from './menu.ts';
import { FieldEffect, TemplateField } from './templates.ts';

const Count = Type.Integer({ minimum: 0 });
const Flag = Type.Boolean();
const Page = Type.Integer({ minimum: 1, maximum: 1000 });
const Cursor = Type.String({ minLength: 1, maxLength: 200 });
const Note = Type.String({ maxLength: 2000 });
const Revision = Type.String({
  pattern: '^[0-9a-f]{1,32}$',
  description: 'Identifies the state of the change',
});

/** The side whose content is used: the source's or the target's. */
export const Side = Type.Union([Type.Literal('source'), Type.Literal('target')]);

/** Who made a change: an account by its current name, an API token, or the server itself. */
export const Person = Exact({
  id: Nullable(Id),
  name: Type.String({ description: 'Empty if the account was deleted' }),
});

const QuotedField = Exact({
  label: Type.String(),
  /** Its value in the target; null if it is too long to quote, or not a plain one. */
  before: Nullable(Type.String()),
  after: Nullable(Type.String()),
  /** For a dynamic group: all zero if only the order has changed. */
  rows: Nullable(Exact({ added: Count, updated: Count, removed: Count })),
});

/** What has changed in an item that both instances have; its label counts as a field. */
const ItemDifference = Exact({
  fields: Count,
  /** The only field that differs; null if there are several. */
  only: Nullable(QuotedField),
});

/** What was changed in an item: the number of its fields, and the first of them with their values. */
export const PastDifference = Exact({
  fields: Count,
  first: Type.Array(QuotedField, { maxItems: contentLimits.quotedFields }),
});

/** In a page of the changes of a review or a release: true if they are no longer what was sent for review, or planned. */
const Edited = Type.Optional(Flag);

/** An item that differs in two instances. */
export const ChangedItem = Exact({
  id: Id,
  /** The label in the source; of a removed item that in the target. */
  name: Type.String(),
  /** In a list with a `limit`: its picture in the source; of a removed item its last one there. */
  image: Picture,
  /** In a list with a `limit`, unless it was removed: its last edit in the source. */
  edited: Type.Optional(LastEdit),
  change: ChangeKind,
  /** The target's item was edited since it was last synced. */
  conflict: Flag,
  /** With a conflict: false if only the target's item was edited, so that the source has nothing new. */
  source_changed: Flag,
  revision: Revision,
  is_edited: Edited,
  /** In a list with a `limit`, of updated items; absent past 1,000 items or 4 MiB of them. */
  difference: Type.Optional(ItemDifference),
});

const counts = { added: Count, updated: Count, removed: Count, conflicts: Count };

/** A template that differs in two instances, or has items that do. */
export const ChangedTemplate = Exact({
  template_id: TemplateId,
  name: Type.String(),
  /** The template itself differs. */
  is_changed: Flag,
  change: Nullable(ChangeKind),
  revision: Nullable(Revision),
  is_edited: Edited,
  /** All its changed items, whatever is listed. */
  counts: Exact(counts),
  items: Type.Array(ChangedItem),
  next_cursor: Nullable(Cursor),
});

/** Whether the menus of two instances differ. */
export const ChangedMenu = Exact({
  is_changed: Flag,
  conflict: Flag,
  added: Count,
  updated: Count,
  removed: Count,
  revision: Nullable(Revision),
  is_edited: Edited,
});

/** The progress of a change set, in items. */
export const Progress = Exact({ done: Count, total: Count });

const ChangeList = Exact({
  templates: Type.Array(ChangedTemplate),
  menu: ChangedMenu,
  source: Exact({ id: Id, env: EnvironmentName }),
  target: Exact({ id: Id, env: EnvironmentName }),
  /** Of the whole list; a sync of all sends it as `seen`. */
  revision: Revision,
  counts: Exact({ ...counts, templates: Count }),
  /** The sync into the target that is running. */
  running: Nullable(Exact({ id: Id, progress: Progress })),
});

/** The changes of a template to sync. `items` are ids; `all_items` also selects every changed item of the template. */
const SelectedTemplate = Exact({
  template_id: TemplateId,
  is_update_template: Flag,
  items: Type.Array(Id, { maxItems: 100_000 }),
  all_items: Type.Optional(Flag),
  /** The revisions of `items` as displayed, one for each in the same order; 409 if one is stale. */
  revisions: Type.Optional(Type.Array(Revision, { maxItems: 100_000 })),
  /** The template's revision as displayed. */
  revision: Type.Optional(Revision),
});

/** A selection of changes. */
export const selection = {
  changes: Type.Array(SelectedTemplate, { maxItems: 5000 }),
  menu: Type.Optional(Flag),
};

/**
 * The decision on an item that was edited in the target. With `fields`, omitted ones are taken from the only side that
 * has changed them.
 */
const Decision = Exact({
  template_id: TemplateId,
  id: Id,
  take: Type.Union([Type.Literal('source'), Type.Literal('target'), Type.Literal('fields')]),
  fields: Type.Optional(
    Type.Array(Exact({ field_id: FieldId, take: Side }), { maxItems: contentLimits.templateFields }),
  ),
  label: Type.Optional(Side),
});

/** Decisions on conflicts. */
export const resolution = {
  decisions: Type.Optional(Type.Array(Decision, { maxItems: 10_000 })),
  /** For all conflicts without a decision of their own. */
  conflicts: Type.Optional(Side),
  menu_conflict: Type.Optional(Side),
};

const about = { ...resolution, note: Type.Optional(Note) };

/** The expected revision of what is synced. */
export const Seen = Type.Optional(Revision);

const Named = Exact({ template_id: TemplateId, id: Id, name: Type.String() });
/** How many there are, and the first of them. */
export const sampleOf = <T extends Parameters<typeof Type.Array>[0]>(type: T) =>
  Exact({ count: Count, sample: Type.Array(type, { maxItems: 1000 }) });

/** The problems that prevent a sync, and the effects to review before it. Nothing was changed. */
export const Check = Exact({
  items: Count,
  templates: Count,
  menu: Flag,
  /** Revision of exactly the selected changes; sent as `seen` it ensures that nothing else is synced. */
  revision: Revision,
  /**
   * Edited in the target since they were last synced, and not decided; only an updated one can be decided by field. The
   * revision changes with either side.
   */
  conflicts: sampleOf(Exact({ ...Named.properties, image: Picture, change: ChangeKind, revision: Revision })),
  menu_conflict: Flag,
  /** Of a release: how many conflicts its own decisions still apply to. They are not among the others. */
  decided: Type.Optional(Count),
  /** Of a review or a release: what was edited since it was sent for review, or planned, with the names of the first. */
  edited_since: Type.Optional(sampleOf(Type.String())),
  /** Items that selected ones link to and that the target lacks: `linked_by` links to `id`. */
  missing: sampleOf(Exact({ template_id: TemplateId, id: Id, name: Type.String(), linked_by: Named })),
  /** Templates that the target lacks and that selected items, templates or menu entries need. */
  missing_templates: Type.Array(Exact({ template_id: TemplateId, name: Type.String() })),
  /** Items that would be removed although `linked_by`, which is not synced, links to them. */
  still_linked: sampleOf(Exact({ template_id: TemplateId, id: Id, name: Type.String(), linked_by: Named })),
  /** Items that do not fit the template as it would be in the target, with the first reason. */
  incompatible: sampleOf(
    Exact({ template_id: TemplateId, id: Id, name: Type.String(), field_id: Nullable(FieldId), reason: Type.String() }),
  ),
  /**
   * Localised texts of items, as they are in the source, that lack `languages` of the project; absent if there are none.
   * They are synced as they are. A `count` of 10,000 stands for as many or more.
   */
  untranslated: Type.Optional(
    sampleOf(
      Exact({
        ...Named.properties,
        field_id: FieldId,
        languages: Type.Array(Type.String(), { maxItems: languageLimit }),
      }),
    ),
  ),
  /** Templates that would be removed, and how many items with them. */
  removed_templates: Type.Array(Exact({ template_id: TemplateId, name: Type.String(), items: Count })),
  /** The effects of the selected templates on items of the target. */
  effects: Type.Array(Exact({ template_id: TemplateId, items: Count, effects: Type.Array(FieldEffect) })),
  /** With `chart`: of the items in the target. */
  chart: Type.Optional(BeforeAndAfter),
});

/** What the check of an undo is about. */
export const undoChecked = Exact({ ...resolution, chart: Type.Optional(ChartedField) });

const SyncState = Type.Union([Type.Literal('running'), Type.Literal('applied'), Type.Literal('failed')]);

/** The response to a started sync: `applied`, or `running` if it takes longer; then `get` returns its progress. */
export const Started = Exact({ id: Nullable(Id), state: SyncState, progress: Progress });

/** The properties that a sync and any other change set have in the history. */
export const changeSetProperties = {
  id: Id,
  /** The reason why it failed. Nothing was changed then. */
  error: Nullable(Type.String()),
  by: Person,
  created_at: Moment,
  finished_at: Nullable(Moment),
  note: Type.String(),
  counts: Exact({ added: Count, updated: Count, removed: Count, templates: Count, menu: Flag }),
  progress: Progress,
  /** The sync or change set that this one has undone. */
  undoes: Nullable(Id),
  /** The sync or change set that has undone this one. */
  undone_by: Nullable(Id),
};

/** A sync in the history. */
export const Sync = Exact({
  ...changeSetProperties,
  state: SyncState,
  source: Exact({ id: Id, env: EnvironmentName }),
  target: Exact({ id: Id, env: EnvironmentName }),
  /** The review that requested it. */
  review_id: Nullable(Id),
});

/** A template of a sync: its change and the numbers of its changed items. */
const SyncedTemplate = Exact({
  template_id: TemplateId,
  name: Type.String(),
  change: Nullable(ChangeKind),
  counts: Exact({ added: Count, updated: Count, removed: Count }),
});

/** An item of a sync. */
const SyncedItem = Exact({
  template_id: TemplateId,
  id: Id,
  name: Type.String(),
  image: Picture,
  change: ChangeKind,
  /** How its conflict was decided; null if it had none. */
  decided: Nullable(Type.Union([Type.Literal('source'), Type.Literal('target'), Type.Literal('fields')])),
  /** It was saved in the source after the sync was requested, and synced with that save. */
  is_newer: Flag,
  /** Of updated items; absent past 200 of them or 4 MiB, and once the item is deleted or its versions are. */
  difference: Type.Optional(PastDifference),
});

/** An item in one of its states. */
export const ItemSide = Exact({ label: Type.String(), version: Nullable(Version), fields: Type.Array(ItemField) });

/** A template in one of its states. */
export const TemplateSide = Exact({
  label: Type.String(),
  version: Nullable(Version),
  fields: Type.Array(TemplateField),
});

/** A field that differs, by its id; a dynamic group counts as one field, and `label` is the item's own label. */
const ChangedField = Exact({
  field_id: FieldId,
  change: ChangeKind,
  /** The sides that changed it since the last sync. `unknown` if that sync's content is not stored. */
  changed_in: Type.Union([
    Type.Literal('source'),
    Type.Literal('target'),
    Type.Literal('both'),
    Type.Literal('unknown'),
  ]),
});

/** An item on both sides of a change, and the fields that differ. */
export const ItemDiff = Exact({
  id: Id,
  template_id: TemplateId,
  change: ChangeKind,
  conflict: Flag,
  revision: Nullable(Revision),
  /** The item as last synced; null if it never was, or if that is not stored. */
  base: Nullable(ItemSide),
  source: Nullable(ItemSide),
  target: Nullable(ItemSide),
  label_changed: Flag,
  fields: Type.Array(ChangedField),
  /** The fields to display the values with: those of the source's template, then those that only the target's has. */
  template_fields: Type.Array(TemplateField),
});

/** A template on both sides of a change, and the fields that differ. */
export const TemplateDiff = Exact({
  template_id: TemplateId,
  change: ChangeKind,
  source: Nullable(TemplateSide),
  target: Nullable(TemplateSide),
  /** Fields by their change in the target. */
  fields: Type.Array(Exact({ field_id: FieldId, change: ChangeKind })),
  /** The number of its items in the target. */
  items: Count,
  effects: Type.Array(FieldEffect),
});

/** A menu on both sides of a change, and the entries that differ. */
export const MenuDiff = Exact({
  conflict: Flag,
  source: Type.Array(MenuNode),
  target: Type.Array(MenuNode),
  nodes: Type.Array(Exact({ id: Type.String(), change: ChangeKind })),
});

const ReviewState = Type.Union([Type.Literal('open'), Type.Literal('applied'), Type.Literal('declined')]);

/** A selection that a member asks others to sync. */
export const SyncReview = Exact({
  id: Id,
  state: ReviewState,
  source: Exact({ id: Id, env: EnvironmentName }),
  target: Exact({ id: Id, env: EnvironmentName }),
  by: Person,
  created_at: Moment,
  note: Type.String(),
  items: Count,
  templates: Count,
  answered_by: Nullable(Person),
  answered_at: Nullable(Moment),
  answer_note: Type.String(),
  sync_id: Nullable(Id),
});

const SyncParams = Exact({ instanceId: Id, syncId: Id });
const ReviewParams = Exact({ instanceId: Id, reviewId: Id });
const ItemParams = { templateId: TemplateId, itemId: Id };

/** Shapes of the calls that sync instances. */
export const syncShapes = {
  listChanges: {
    params: InstanceParams,
    query: Exact({
      template: Type.Optional(TemplateId),
      search: Type.Optional(Type.String({ maxLength: 256, description: 'A part of a label, or an id' })),
      change: Type.Optional(ChangeKind),
      conflicts: Type.Optional(Type.Boolean({ description: 'Only items that were edited in the target' })),
      limit: Type.Optional(Page),
      cursor: Type.Optional(Cursor),
      review: Type.Optional(Id),
      release: Type.Optional(Id),
    }),
    response: ChangeList,
  },
  getItem: { params: Exact({ instanceId: Id, ...ItemParams }), response: ItemDiff },
  listUnsynced: {
    params: Exact({ instanceId: Id, templateId: TemplateId }),
    body: Exact({ ids: Type.Array(Id, { maxItems: 1000 }) }),
    response: Exact({ ids: Type.Array(Id, { maxItems: 1000 }) }),
  },
  getTemplate: { params: Exact({ instanceId: Id, templateId: TemplateId }), response: TemplateDiff },
  getMenu: { params: InstanceParams, response: MenuDiff },
  check: {
    params: InstanceParams,
    /**
     * `review` and `release` compare with what was seen when they were made; with `decided`, a release's own decisions
     * apply unless a side has changed.
     */
    body: Exact({
      ...selection,
      ...resolution,
      all: Type.Optional(Flag),
      review: Type.Optional(Id),
      release: Type.Optional(Id),
      decided: Type.Optional(Flag),
      chart: Type.Optional(ChartedField),
    }),
    response: Check,
  },
  all: { params: InstanceParams, body: Type.Optional(Exact({ ...about, seen: Seen })), response: Started },
  some: { params: InstanceParams, body: Exact({ ...selection, ...about, seen: Seen }), response: Started },
  list: {
    params: InstanceParams,
    query: Exact({ ...NewestFirst, ...Period }),
    response: Exact({ syncs: Type.Array(Sync), ...nextPage }),
  },
  get: {
    params: SyncParams,
    response: Exact({
      sync: Sync,
      templates: Type.Array(SyncedTemplate),
      /** The release that it has published. */
      release_id: Nullable(Id),
    }),
  },
  listItems: {
    params: SyncParams,
    query: Exact({ template: Type.Optional(TemplateId), cursor: Type.Optional(Cursor), limit: Type.Optional(Page) }),
    response: Exact({ items: Type.Array(SyncedItem), next_cursor: Nullable(Cursor) }),
  },
  getSyncedItem: { params: Exact({ instanceId: Id, syncId: Id, ...ItemParams }), response: ItemDiff },
  getSyncedTemplate: {
    params: Exact({ instanceId: Id, syncId: Id, templateId: TemplateId }),
    response: TemplateDiff,
  },
  getSyncedMenu: { params: SyncParams, response: MenuDiff },
  checkUndo: { params: SyncParams, body: undoChecked, response: Check },
  undo: { params: SyncParams, body: Type.Optional(Exact({ ...about, seen: Seen })), response: Started },
} as const;

/** Shapes of the calls for reviews. */
export const syncReviewShapes = {
  create: {
    params: InstanceParams,
    body: Exact({ ...selection, all: Type.Optional(Flag), note: Type.Optional(Note) }),
    response: Exact({ id: Id }),
  },
  list: {
    params: InstanceParams,
    query: Exact({ ...NewestFirst, state: Type.Optional(ReviewState) }),
    response: Exact({ reviews: Type.Array(SyncReview), ...nextPage }),
  },
  get: {
    params: ReviewParams /** `is_all`: everything that differs when it is applied; then `changes` is empty. */,
    response: Exact({ review: SyncReview, is_all: Flag, ...selection }),
  },
  apply: { params: ReviewParams, body: Exact({ ...about, seen: Seen }), response: Started },
  decline: { params: ReviewParams, body: Exact({ note: Type.Optional(Note) }), response: Done },
} as const;
