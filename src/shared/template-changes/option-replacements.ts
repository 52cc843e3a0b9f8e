import type { ReplacedOptions } from '@quartermaster/contract/content/replaced-options.ts';
import type { FieldEffect } from '@quartermaster/contract/endpoints/templates.ts';

/** What items get in place of removed options, by field, and the function that changes it; `undefined` is not chosen. */
export interface OptionReplacements {
  byField: ReadonlyMap<string, ReplacedOptions>;
  replace: (fieldId: string, optionId: string, by: string | null | undefined) => void;
}

/** The replacements after a change of one. */
export function withReplacement(
  { byField }: Pick<OptionReplacements, 'byField'>,
  fieldId: string,
  optionId: string,
  by: string | null | undefined,
): ReadonlyMap<string, ReplacedOptions> {
  const { [optionId]: _, ...others } = byField.get(fieldId) ?? {};
  return new Map(byField).set(fieldId, by === undefined ? others : { ...others, [optionId]: by });
}

/** The effect of a save in which each removed option that items have is replaced: their values fit then. */
export function withReplaced(effect: FieldEffect, replaced: ReplacedOptions = {}): FieldEffect {
  const { removed_options: removed = [], incompatible } = effect;
  if (removed.length === 0 || !removed.every(({ id }) => Object.hasOwn(replaced, id))) return effect;
  return { ...effect, items: effect.items - incompatible.count, incompatible: { count: 0, sample: [] } };
}
