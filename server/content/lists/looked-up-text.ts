import type { Condition } from './list-conditions.ts';
import { type Driver, isDriver } from './list-sql.ts';
import { shortPatterns } from './trigrams.ts';

/**
 * A text that the trigram index has. Only if hardly any of the first items have it, the index is asked whether others do: for a
 * text that many have, that takes longer than a page.
 */
export function lookedUpText(conditions: readonly Condition[]): Driver | undefined {
  const texts = conditions.filter(isDriver).filter((condition) => 'hasTrigrams' in condition);
  return texts.find(({ hasTrigrams }) => hasTrigrams) ?? texts.find(({ text }) => shortPatterns(text));
}

/** True for a text that is looked up without trigrams, which is done for one condition at a time. */
export const isShort = (text: Driver | undefined): text is Driver =>
  text !== undefined && 'hasTrigrams' in text && !text.hasTrigrams;
