import { sameSetting } from '@quartermaster/contract/content/template-tree.ts';
import type { FieldSettings } from '@quartermaster/contract/field-types/registry.ts';
import { movedIds } from '../tree/moved-ids.ts';
import { ancestorsOf, childrenOf, descendantsOf } from '../tree/tree-shape.ts';
import { nameOf, settingsOf, type TemplateState } from './template-state.ts';

/** A setting that differs; `undefined` on the side whose type does not have it. */
export interface SettingChange {
  /** The API's name of the setting. */
  setting: string;
  before: unknown;
  after: unknown;
}

/** The position of a field: its parent, and the sibling that it follows (`null`: it is the first). */
export interface FieldPosition {
  parent: string | null;
  after: string | null;
}

/** What a save would change in one field. */
export interface FieldChange {
  id: string;
  /** The new settings; the old ones for a removed field. */
  settings: FieldSettings;
  /** The names of its ancestors, outermost first. */
  path: string[];
  /** Only for an updated field. */
  changed: SettingChange[];
  moved: { from: FieldPosition; to: FieldPosition } | null;
}

/** What a save would change; each list is in display order. */
export interface TemplateChanges {
  label: { before: string; after: string } | null;
  removed: FieldChange[];
  updated: FieldChange[];
  added: FieldChange[];
}

/** The differences between two versions of a template. */
export function changesOf(before: TemplateState, after: TemplateState): TemplateChanges {
  const moved = movedIds(before.shape, after.shape);
  const updated = inOrder(after)
    .filter((id) => before.settings.has(id))
    .map((id) => ({
      ...unchanged(after, id),
      changed: changedSettings(settingsOf(before, id), settingsOf(after, id)),
      moved: moved.has(id) ? { from: placeOf(before, id), to: placeOf(after, id) } : null,
    }))
    .filter((change) => change.changed.length > 0 || change.moved !== null);
  const [was, is] = [before.label.trim(), after.label.trim()];
  return {
    label: was === is ? null : { before: was, after: is },
    removed: inOrder(before)
      .filter((id) => !after.settings.has(id))
      .map((id) => unchanged(before, id)),
    updated,
    added: inOrder(after)
      .filter((id) => !before.settings.has(id))
      .map((id) => unchanged(after, id)),
  };
}

/** The number of fields that a save would change. */
export const countOf = ({ removed, updated, added }: TemplateChanges): number =>
  removed.length + updated.length + added.length;

/** True if a save would change nothing. */
export const isNoChange = (changes: TemplateChanges): boolean => countOf(changes) === 0 && changes.label === null;

const inOrder = (template: TemplateState): string[] => descendantsOf(template.shape, null);

const unchanged = (template: TemplateState, id: string): FieldChange => ({
  id,
  settings: settingsOf(template, id),
  path: ancestorsOf(template.shape, id)
    .map((at) => nameOf(template, at))
    .reverse(),
  changed: [],
  moved: null,
});

/** The settings in which two fields differ. */
export function changedSettings(before: FieldSettings, after: FieldSettings): SettingChange[] {
  if (before === after) return [];
  const was = new Map<string, unknown>(Object.entries(before));
  const is = new Map<string, unknown>(Object.entries(after));
  return [...new Set([...was.keys(), ...is.keys()])]
    .filter((setting) => !sameSetting(was.get(setting), is.get(setting)))
    .map((setting) => ({ setting, before: was.get(setting), after: is.get(setting) }));
}

/** The position of a field, by name. */
export function placeOf(template: TemplateState, id: string): FieldPosition {
  const parentId = template.shape.parents.get(id) ?? null;
  const level = childrenOf(template.shape, parentId);
  const above = level[level.indexOf(id) - 1];
  return {
    parent: parentId === null ? null : nameOf(template, parentId),
    after: above === undefined ? null : nameOf(template, above),
  };
}
