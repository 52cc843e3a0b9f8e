import type { Option } from '../field-types/options.ts';
import { type FieldSettings, fieldTypeOf } from '../field-types/registry.ts';

/** The options of a field; undefined if its type has none. */
export const optionsOf = (settings: FieldSettings): readonly Option[] | undefined =>
  'options' in settings ? settings.options : undefined;

/** The options that a field has before a save and not after it; empty if its values cannot stay in it anyway. */
export function removedOptions(before: FieldSettings | undefined, after: FieldSettings): Option[] {
  if (!before || before.type !== after.type) return [];
  const ids = new Set(optionsOf(after)?.map(({ id }) => id));
  return (optionsOf(before) ?? []).filter(({ id }) => !ids.has(id));
}

/** The part of a field in a save that replaces options. */
interface ReplacingField {
  settings: FieldSettings;
  replaced_options?: readonly { id: string; by: string | null }[];
}

/**
 * Errors in what the items of a field get in place of removed options, by path in the field; `before` are its settings
 * before the save.
 */
export function checkReplacedOptions(
  { settings, replaced_options: replaced = [] }: ReplacingField,
  before: FieldSettings | undefined,
): Record<string, string> {
  const removed = new Set(removedOptions(before, settings).map(({ id }) => id));
  const known = new Set(optionsOf(settings)?.map(({ id }) => id));
  const isRequired = fieldTypeOf(settings.type).missing(settings);
  const seen = new Set<string>();
  const wrong: Record<string, string> = {};
  for (const [index, { id, by }] of replaced.entries()) {
    const path = `replaced_options.${index}`;
    if (!removed.has(id)) wrong[`${path}.id`] = 'is not an option that this save removes';
    else if (seen.has(id)) wrong[`${path}.id`] = 'this option appears twice';
    else if (by === null && isRequired !== undefined) wrong[`${path}.by`] = 'the field is required: choose an option';
    else if (by !== null && !known.has(by)) wrong[`${path}.by`] = 'is not one of the options';
    seen.add(id);
  }
  return wrong;
}
