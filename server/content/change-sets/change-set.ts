import type { MenuNode } from '@quartermaster/contract/endpoints/menu.ts';
import type { ChangeKind, Decision, SyncResolution } from '@quartermaster/contract/endpoints/sync.ts';
import type { SyncedTemplateState } from '../../core/tables/sync.ts';
import type { Pair } from '../model/instance-pair.ts';
import { joinRevisions } from './revision.ts';

/** An item that a sync changes, or whose difference a decision keeps. */
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

/** A template that a sync changes, itself or in its items. */
export interface ChangeSetTemplate {
  templateId: string;
  label: string;
  change: ChangeKind | null;
  /** Keys in the source, which an undo lacks, and in the target, which a missing template lacks. */
  sourceKey: number | null;
  targetKey: number | null;
  /** Its state after the sync, if that changes it. */
  after: SyncedTemplateState | null;
  /** Of a template that an undo restores: its key before. */
  formerKey: number | null;
  revision: string;
}

/** All changes of a sync, or of the undo of one. */
export interface ChangeSet {
  pair: Pair;
  /** The sync that is undone; its history then provides the content instead of the source. */
  undoes: number | null;
  templates: ChangeSetTemplate[];
  items: ChangeSetItem[];
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

/** True if there is nothing to sync. */
export const isEmptyChangeSet = ({ items, templates, menu }: ChangeSet): boolean =>
  items.length + templates.length === 0 && !menu;

/** Joins the revisions of all conflicts of a change set, decided or not: other conflicts have another joined revision. */
export const conflictsRevision = ({ items, menu }: ChangeSet): string =>
  joinRevisions([
    ...items.filter(({ conflict }) => conflict).map(({ revision }) => revision),
    ...(menu?.conflict ? [menu.revision] : []),
  ]);

/** True if the sync writes an item, rather than only storing a decision. */
export const isWritten = ({ decision }: ChangeSetItem): boolean => decision?.take !== 'target';

/** True if a decision keeps the target without an item, so that there is no content to store. */
export const isLeftOut = ({ change, decision }: ChangeSetItem): boolean =>
  change === 'added' && decision?.take === 'target';

/** True if there is no decision on an item that was edited in the target. */
export const isUndecided = ({ conflict, change, decision }: ChangeSetItem): boolean =>
  conflict && (decision === undefined || (decision.take === 'fields' && change !== 'updated'));

/** Item ids are unique in a project. */
export function deciderOf({ decisions = [] }: SyncResolution): (id: number) => Decision | undefined {
  const byId = new Map(decisions.map((decision) => [decision.id, decision]));
  return (id) => byId.get(id);
}
