import type { MenuNode } from '@quartermaster/contract/endpoints/menu.ts';
import type { ChangeKind, Decision } from '@quartermaster/contract/endpoints/sync.ts';
import type { SyncedTemplateState } from '../../../core/tables/sync.ts';
import type { Pair } from '../pair.ts';
import { joinRevisions } from '../revision.ts';

/** An item that a sync changes, or whose difference it decides to keep. */
export interface PlannedItem {
  templateId: string;
  id: number;
  label: string;
  change: ChangeKind;
  /** It was edited in the target since. */
  conflict: boolean;
  decision: Decision | undefined;
  sourceHash: string | null;
  targetHash: string | null;
  targetVersion: number | null;
  revision: string;
}

/** A template that a sync changes, or that has items that it changes. */
export interface PlannedTemplate {
  templateId: string;
  label: string;
  change: ChangeKind | null;
  /** Keys in the source, which an undo has not, and in the target, which a missing template has not. */
  sourceKey: number | null;
  targetKey: number | null;
  /** As it is after the sync, if that changes it. */
  after: SyncedTemplateState | null;
  /** Of a template that an undo brings back: its key before. */
  formerKey: number | null;
  revision: string;
}

/** All that a sync, or the undo of one, would do. */
export interface Plan {
  pair: Pair;
  /** The sync that is undone; then the content comes from its history and not from the source. */
  undoes: number | null;
  templates: PlannedTemplate[];
  items: PlannedItem[];
  menu: PlannedMenu | null;
  revision: string;
}

/** The menu that the target gets, or `null` if its own is kept by decision. */
export interface PlannedMenu {
  after: MenuNode[] | null;
  before: MenuNode[];
  sourceHash: string;
  targetHash: string;
  conflict: boolean;
  isDecided: boolean;
  revision: string;
}

/** True if there is nothing to sync. */
export const isEmptyPlan = ({ items, templates, menu }: Plan): boolean =>
  items.length + templates.length === 0 && !menu;

/** Joins the revisions of all conflicts of a plan, decided or not: other conflicts have another one. */
export const conflictsRevision = ({ items, menu }: Plan): string =>
  joinRevisions([
    ...items.filter(({ conflict }) => conflict).map(({ revision }) => revision),
    ...(menu?.conflict ? [menu.revision] : []),
  ]);

/** True if the sync writes an item, and not only that its difference is kept. */
export const isWritten = ({ decision }: PlannedItem): boolean => decision?.take !== 'target';

/** True if the target stays without an item, of which there is nothing to keep. */
export const isLeftOut = ({ change, decision }: PlannedItem): boolean =>
  change === 'added' && decision?.take === 'target';

/** True if nobody has said what to do about an item that was edited in the target. */
export const isUndecided = ({ conflict, change, decision }: PlannedItem): boolean =>
  conflict && (decision === undefined || (decision.take === 'fields' && change !== 'updated'));
