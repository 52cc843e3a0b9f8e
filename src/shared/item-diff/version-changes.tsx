import type { ItemVersion, VersionChange } from '@quartermaster/contract/endpoints/history.ts';
import type { Template } from '@quartermaster/contract/endpoints/templates.ts';
import { isEmpty } from '@quartermaster/contract/field-types/field-type.ts';
import { type FieldSettings, fieldTypeOf } from '@quartermaster/contract/field-types/registry.ts';
import { labelField, labelSettings } from '@quartermaster/contract/rules/bulk-edits/operations.ts';
import type { ReactNode } from 'react';
import { fieldCell } from '../field-types/field-cell.tsx';
import { LinkedIds } from '../links/linked-ids.ts';
import { languageName } from '../ui/language-name.ts';
import { ChangeLine } from './change-line.tsx';
import { fieldNameOf, namesText } from './field-names.ts';
import { amountsText, InlineChange, InlineEntries } from './inline-change.tsx';

type Settings = ReadonlyMap<string, FieldSettings>;

/** The settings of a template's fields and of the label, by id. */
export const settingsById = (template: Template | undefined): Settings =>
  new Map<string, FieldSettings>([
    [labelField, { ...labelSettings, label: 'Label' }],
    ...(template?.fields ?? []).map(({ id, settings }) => [id, settings] as const),
  ]);

/** The items that changed values link to, by template. */
export function linksOf(versions: readonly ItemVersion[], settings: Settings): Map<string, number[]> {
  const found = new LinkedIds();
  for (const { field_id, before, after } of versions.flatMap(({ changes }) => changes))
    for (const value of [before, after]) found.add(settings.get(field_id), value);
  return found.lists();
}

interface VersionChangesProps {
  changes: readonly VersionChange[];
  /** The number of all changed fields. */
  total: number;
  settings: Settings;
  /** The names of all changed fields. */
  names: string;
}

/** The first fields that a version has changed, with their old and new values on one line. */
function VersionChanges({ changes, total, settings, names }: VersionChangesProps) {
  const drawn = changes.flatMap((change) => {
    const field = settings.get(change.field_id);
    return field ? [{ change, field }] : [];
  });
  const rest = total - drawn.length;
  return (
    <ChangeLine names={names} rest={rest}>
      {drawn.map(({ change, field }) => ({
        key: change.field_id,
        content: <Change change={change} field={field} />,
      }))}
    </ChangeLine>
  );
}

function Change({ change, field }: { change: VersionChange; field: FieldSettings }) {
  const { language, amounts, before, after } = change;
  const name = field.label || field.name;
  const label = language === undefined ? name : `${name} (${languageName(language)})`;
  if (amounts) {
    const isOfRows = fieldTypeOf(field.type).holds === 'rows';
    return `${label}: ${isOfRows ? amountsText(amounts) : amountsText(amounts, ['entry', 'entries'])}`;
  }
  if (after === undefined) return `${label} changed`;
  if (Array.isArray(before) && Array.isArray(after)) {
    const entries = (values: readonly unknown[]) => values.map((value) => fieldCell(field, [value]));
    return <InlineEntries label={label} removed={entries(before)} added={entries(after)} />;
  }
  const draw = (value: unknown): ReactNode => {
    if (isEmpty(value)) return null;
    // Of a text in several languages, the text of one.
    return fieldTypeOf(field.type).localised ? String(value) : fieldCell(field, value);
  };
  return <InlineChange label={label} before={draw(before)} after={draw(after)} />;
}

/** What a version did to an item; `settings` are of the fields whose values are shown, null if fields are only named. */
export function whatOf(
  { action, fields, field_count, label_changed, changes }: ItemVersion,
  template: Template | undefined,
  settings: Settings | null,
): ReactNode {
  if (action === 'delete') return 'Deleted';
  const names = fields.map((id) => fieldNameOf(template?.fields ?? [], id));
  if (action === 'create') return field_count === 1 ? 'Created with 1 field' : `Created with ${field_count} fields`;
  const all = label_changed ? ['Label', ...names] : names;
  if (all.length === 0) return 'No changed values';
  const total = field_count + (label_changed ? 1 : 0);
  const { short, long } = namesText(all, total);
  if (settings && changes.length > 0)
    return <VersionChanges changes={changes} total={total} settings={settings} names={long} />;
  return <span title={long}>{short}</span>;
}
