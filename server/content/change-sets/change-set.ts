import type { ChangeKind, ChangeSetResolution, Decision } from '@quartermaster/contract/endpoints/change-sets.ts';
import type { MenuNode } from '@quartermaster/contract/endpoints/menu.ts';
import type { Query } from '../../core/database/database.ts';
import type { StoredTemplateState } from '../../core/tables/change-sets.ts';
import type { ItemContent, Size, TargetItem } from '../history/content-repository.ts';
import type { Pair, Place } from '../model/instance-pair.ts';
import type { TemplateModel } from '../model/template-model.ts';
import type { Incompatibility } from './incompatibility.ts';
import { joinRevisions } from './revision.ts';

/** An item that a change set changes, or whose difference a decision keeps. */
export interface ChangeSetItem {
  templateId: string;
  id: number;
  label: string;
  change: ChangeKind;
  /** It was edited in the target since it was last synced. */
  conflict: boolean;
  decision: Decision | undefined;
  sourceHash: string | null;
  targetHash: string | null;
  targetVersion: number | null;
  revision: string;
}

/** A template that a change set changes, itself or in its items. */
export interface ChangeSetTemplate {
  templateId: string;
  label: string;
  change: ChangeKind | null;
  /** Keys in the source, which an undo lacks, and in the target, which a missing template lacks. */
  sourceKey: number | null;
  targetKey: number | null;
  /** Its state after the change set, if that changes it. */
  after: StoredTemplateState | null;
  /** Of a template that an undo restores: its key before. */
  formerKey: number | null;
  revision: string;
  /** The target's template, if the changes were made from it: its state is compared, and locked, when they are applied. */
  model?: TemplateModel;
}

/** The key in the target of a template that is or was there. */
export const templateKeyOf = ({ targetKey, formerKey }: ChangeSetTemplate): number => targetKey ?? formerKey ?? 0;

/** An item's state as last synced. */
export type SyncedState = Pick<TargetItem, 'synced_hash' | 'synced_version'>;

/** New content of an item. */
export interface NewContent extends ItemContent {
  /** Its state as last synced afterwards; if omitted, this content is what was synced. */
  synced?: SyncedState;
  /** Set by a source that checks what it returns: the reason why a rule refuses it, `null` if none does. */
  refusal?: Incompatibility | null;
  /** Of a copy: the content that it was made from. */
  original?: ItemContent;
  /** True if the item has this content already, so that nothing is written. */
  isUnchanged?: boolean;
}

/** Where the new contents of a change set's items come from. */
export interface ContentSource {
  /** The instance that they are copied from; `null` if they come from elsewhere. */
  instance: Place | null;
  /** The contents of items of a template, by id; none for an item that is removed. `targets` are their current states. */
  read: (
    query: Query,
    template: ChangeSetTemplate,
    ids: readonly number[],
    targets: ReadonlyMap<number, TargetItem>,
  ) => Promise<ReadonlyMap<number, NewContent>>;
  /** How large the contents are; omitted if the batches of the change set take that into account. */
  sizes?: {
    /** The bytes of what is read in addition to the current states. */
    read: (query: Query, template: ChangeSetTemplate, ids: readonly number[]) => Promise<Size[]>;
    /** The number of items whose sizes are read at a time. */
    atOnce: number;
  };
}

/** Items of a template that are read and written together, as they fit into memory, with their current states. */
export interface Batch {
  items: readonly ChangeSetItem[];
  targets: ReadonlyMap<number, TargetItem>;
}

/** All changes to an instance that are applied, and undone, as a whole. */
export interface ChangeSet {
  /** The target is changed; it is the source, too, if nothing is copied from another instance. */
  pair: Pair;
  source: ContentSource;
  /** What has to hold when a local change set is applied. */
  expected?: {
    /** The number of items that the plan allows in the instance. */
    itemLimit: number | null;
    /** False for an undo by someone who may not change read-only values. */
    mayEditReadOnly?: boolean;
  };
  /** The change set that is undone. */
  undoes: number | null;
  templates: ChangeSetTemplate[];
  items: ChangeSetItem[];
  /** Reads the items of the only template, instead of `items`: a selection may be very large. */
  batches?: () => AsyncIterable<Batch>;
  menu: ChangeSetMenu | null;
  revision: string;
}

/** The new menu of the target, or `null` if a decision keeps its own. */
export interface ChangeSetMenu {
  after: MenuNode[] | null;
  before: MenuNode[];
  sourceHash: string;
  targetHash: string;
  conflict: boolean;
  isDecided: boolean;
  revision: string;
}

/** True if nothing is copied from another instance, nor was before an undo. */
export const isLocal = ({ pair }: Pick<ChangeSet, 'pair'>): boolean => pair.source.id === pair.target.id;

/** True if there is nothing to change. */
export const isEmptyChangeSet = ({ items, templates, menu }: ChangeSet): boolean =>
  items.length + templates.length === 0 && !menu;

/** Joins the revisions of all conflicts of a change set, decided or not: other conflicts have another joined revision. */
export const conflictsRevision = ({ items, menu }: ChangeSet): string =>
  joinRevisions([
    ...items.filter(({ conflict }) => conflict).map(({ revision }) => revision),
    ...(menu?.conflict ? [menu.revision] : []),
  ]);

/** True if the change set writes an item, rather than only storing a decision. */
export const isWritten = ({ decision }: ChangeSetItem): boolean => decision?.take !== 'target';

/** True if a decision keeps the target without an item, so that there is no content to store. */
export const isExcluded = ({ change, decision }: ChangeSetItem): boolean =>
  change === 'added' && decision?.take === 'target';

/** True if there is no decision on an item that was edited in the target. */
export const isUndecided = ({ conflict, change, decision }: ChangeSetItem): boolean =>
  conflict && (decision === undefined || (decision.take === 'fields' && change !== 'updated'));

/** Item ids are unique in a project. */
export function deciderOf({ decisions = [] }: ChangeSetResolution): (id: number) => Decision | undefined {
  const byId = new Map(decisions.map((decision) => [decision.id, decision]));
  return (id) => byId.get(id);
}
