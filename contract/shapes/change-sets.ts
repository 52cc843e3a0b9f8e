import { Type } from 'typebox';
import { ListedAction } from './bulk-edits.ts';
import {
  ChangeKind,
  EnvironmentName,
  Exact,
  Id,
  InstanceParams,
  NewestFirst,
  Nullable,
  nextPage,
  Period,
  TemplateId,
} from './common.ts';
import { Picture } from './items.ts';
import { Check, changeSetProperties, ItemDiff, PastDifference, Progress, resolution, undoChecked } from './sync.ts';

/** The feature that has made a change set. */
export const ChangeSetOrigin = Type.Union([
  Type.Literal('sync'),
  Type.Literal('bulk-edit'),
  Type.Literal('import'),
  Type.Literal('grid'),
  Type.Literal('restore'),
  Type.Literal('proposal'),
  Type.Literal('undo'),
]);

/** The state of a change set: only an applied one has changed anything. */
export const ChangeSetState = Type.Union([
  Type.Literal('running'),
  Type.Literal('applied'),
  Type.Literal('failed'),
  Type.Literal('cancelled'),
]);

/** A set of changes to an instance that is applied whole and undone whole. */
export const ChangeSet = Exact({
  ...changeSetProperties,
  origin: ChangeSetOrigin,
  state: ChangeSetState,
  /** The instance that its content comes from, of a sync or of the undo of one. */
  source: Nullable(Exact({ id: Id, env: EnvironmentName })),
  /** The instance that it changes. */
  target: Exact({ id: Id, env: EnvironmentName }),
  /** The only template whose items a change set that is no sync, or the undo of one, has changed. */
  template: Nullable(Exact({ template_id: TemplateId, name: Type.String() })),
  /** What a bulk edit does. */
  action: Nullable(ListedAction),
  /** False for a sync, which is undone where it came from, and for what is undone or was not applied. */
  can_undo: Type.Boolean(),
});

/** An item of a change set. */
const ChangeSetItem = Exact({
  template_id: TemplateId,
  id: Id,
  name: Type.String(),
  image: Picture,
  change: ChangeKind,
  /** How its conflict was decided; null if it had none. */
  decided: Nullable(Type.Union([Type.Literal('source'), Type.Literal('target'), Type.Literal('fields')])),
  /** Of updated items; absent past 200 of them or 4 MiB, and once the item is deleted or its versions are. */
  difference: Type.Optional(PastDifference),
});

const ChangeSetParams = Exact({ instanceId: Id, changeSetId: Id });

/** Shapes of the calls for change sets. */
export const changeSetShapes = {
  list: {
    params: InstanceParams,
    query: Exact({ ...NewestFirst, ...Period, origin: Type.Optional(ChangeSetOrigin) }),
    response: Exact({ change_sets: Type.Array(ChangeSet), ...nextPage }),
  },
  get: { params: ChangeSetParams, response: Exact({ change_set: ChangeSet }) },
  listItems: {
    params: ChangeSetParams,
    query: Exact({
      cursor: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
    }),
    response: Exact({ items: Type.Array(ChangeSetItem), ...nextPage }),
  },
  getItem: {
    params: Exact({ instanceId: Id, changeSetId: Id, templateId: TemplateId, itemId: Id }),
    response: ItemDiff,
  },
  checkUndo: { params: ChangeSetParams, body: undoChecked, response: Check },
  undo: {
    params: ChangeSetParams,
    body: Type.Optional(
      Exact({
        ...resolution,
        /** The `revision` of the check: 409 if it has changed. */
        fingerprint: Type.Optional(Type.String({ pattern: '^[0-9a-f]{1,32}$' })),
      }),
    ),
    response: Exact({
      /** `null` if there was nothing to undo. */
      id: Nullable(Id),
      state: Type.Union([Type.Literal('running'), Type.Literal('applied')]),
      progress: Progress,
    }),
  },
} as const;
