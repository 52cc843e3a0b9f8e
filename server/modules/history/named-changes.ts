import { contentLimits } from '@quartermaster/contract/content/content-limits.ts';
import { sameSetting } from '@quartermaster/contract/content/template-tree.ts';
import type { ChangeKind } from '@quartermaster/contract/endpoints/change-sets.ts';
import type { NamedChange } from '@quartermaster/contract/endpoints/history.ts';
import type { MenuNode } from '@quartermaster/contract/endpoints/menu.ts';
import type { StoredField } from '../../core/tables/content.ts';

const { quotedFields } = contentLimits;

/** The most characters of a value as JSON. */
const longestValue = 120;

/** Something with settings. */
interface Part {
  name: string;
  settings: object;
}

/** The first changes of a version, setting by setting. */
function describeParts(
  changes: readonly { id: string; change: ChangeKind }[],
  before: ReadonlyMap<string, Part>,
  after: ReadonlyMap<string, Part>,
): NamedChange[] {
  const found: NamedChange[] = [];
  for (const { id, change } of changes) {
    if (found.length >= quotedFields) break;
    const [was, is] = [before.get(id), after.get(id)];
    const about = { id, name: (is ?? was)?.name ?? id, change };
    const settings = was && is ? changedSettings(was.settings, is.settings) : [];
    found.push(...(settings.length === 0 ? [about] : settings.map((setting) => ({ ...about, ...setting }))));
  }
  return found.slice(0, quotedFields);
}

function changedSettings(before: object, after: object): Omit<NamedChange, 'id' | 'name' | 'change'>[] {
  const was = new Map<string, unknown>(Object.entries(before));
  const is = new Map<string, unknown>(Object.entries(after));
  const changed = [...new Set([...was.keys(), ...is.keys()])].filter(
    (setting) => !sameSetting(was.get(setting), is.get(setting)),
  );
  return changed.map((setting) => {
    const sides = {
      ...(was.has(setting) && { before: was.get(setting) }),
      ...(is.has(setting) && { after: is.get(setting) }),
    };
    const isLarge = Object.values(sides).some((value) => JSON.stringify(value).length > longestValue);
    return isLarge ? { setting, is_large: true as const } : { setting, ...sides };
  });
}

interface TemplateState {
  label: string;
  fields: readonly StoredField[];
}

/** The name of a template, if a version has changed it, and the first fields that it has. */
export function describeTemplateChanges(
  changes: readonly { field_id: string; change: ChangeKind }[],
  before: TemplateState,
  after: TemplateState,
): NamedChange[] {
  const byId = (fields: readonly StoredField[]) =>
    new Map(fields.map(({ id, settings }) => [id, { name: settings.label || settings.name, settings }]));
  const labels = { id: 'label', name: 'Name', change: 'updated', before: before.label, after: after.label } as const;
  const fields = describeParts(
    changes.map(({ field_id: id, change }) => ({ id, change })),
    byId(before.fields),
    byId(after.fields),
  );
  return [...(before.label === after.label ? [] : [labels]), ...fields].slice(0, quotedFields);
}

/** The first entries of a menu that a version has changed; all others of it may have moved. */
export function describeChangedNodes(
  changes: readonly { id: string; change: ChangeKind }[],
  before: readonly MenuNode[],
  after: readonly MenuNode[],
): NamedChange[] {
  const byId = (nodes: readonly MenuNode[]) =>
    new Map(nodes.map(({ id, label }) => [id, { name: label, settings: { label } }]));
  return describeParts(changes, byId(before), byId(after));
}
