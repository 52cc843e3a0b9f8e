/** A text in a language. */
export interface Translation {
  text: string;
  /** For a translation: the mark of the source text that it was made from, see {@link markOf}. The source has none. */
  from?: string;
}

/** A text in several languages, by language code. */
export interface LocalisedText {
  readonly [language: string]: Readonly<Translation>;
}

/** Texts by language as the API accepts them: a plain text is a translation of the source next to it. */
export interface WireTexts {
  readonly [language: string]: string | Readonly<Translation>;
}

/** True for a value with texts by language; not for a list. */
export const isLocalised = <V>(value: V): value is V & object & LocalisedText =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * A mark of a text: equal texts have equal marks in every environment, and others practically never the same. 53 bits
 * of two multiplicative hashes (cyrb53), because browsers have no cryptographic hash without a promise.
 */
export function markOf(text: string): string {
  let [high, low] = [0xdeadbeef, 0x41c6ce57];
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    high = Math.imul(high ^ unit, 2654435761);
    low = Math.imul(low ^ unit, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return (4294967296 * (2097151 & low) + (high >>> 0)).toString(36);
}

/** The state of a translation. */
export type TranslationState = 'missing' | 'outdated' | 'current';

/** The state of a text in a language other than the source. A text without a source has nothing to translate. */
export function translationState(value: LocalisedText, source: string, language: string): TranslationState {
  const translation = value[language];
  if (translation === undefined) return value[source] === undefined ? 'current' : 'missing';
  return translation.from === markOf(value[source]?.text ?? '') ? 'current' : 'outdated';
}

/** The value with another text in a language; an empty one removes it. A changed translation is that of the source. */
export function withText(
  value: LocalisedText | null,
  { source, language, text }: { source: string; language: string; text: string },
): LocalisedText | null {
  const { [language]: before, ...others } = value ?? {};
  if (text === '') return Object.keys(others).length === 0 ? null : others;
  const from = language === source ? {} : { from: markOf(value?.[source]?.text ?? '') };
  return { ...others, [language]: before?.text === text && language === source ? before : { text, ...from } };
}

/**
 * The texts of two versions that have changed a common one; `null` for no text. Undefined if both have changed a language
 * differently, or if translations would remain without their source.
 */
export function mergeTexts(
  base: LocalisedText,
  theirs: LocalisedText,
  mine: LocalisedText,
  source: string,
): LocalisedText | null | undefined {
  const isSame = (one?: Translation, other?: Translation) => one?.text === other?.text && one?.from === other?.from;
  const merged: Record<string, Readonly<Translation>> = {};
  for (const language of Object.keys({ ...base, ...theirs, ...mine })) {
    const [before, their, our] = [base[language], theirs[language], mine[language]];
    if (!isSame(before, their) && !isSame(before, our) && !isSame(their, our)) return undefined;
    const changed = isSame(before, our) ? their : our;
    if (changed) merged[language] = changed;
  }
  if (Object.keys(merged).length === 0) return null;
  return merged[source] ? merged : undefined;
}

/** The plain texts by language, in the order of the codes. */
export const plainTexts = (value: LocalisedText): Record<string, string> =>
  Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((language) => [language, value[language]?.text ?? '']),
  );

/** The text to show in a language: its translation, even an outdated one, or that of the source. */
export const textIn = (value: LocalisedText, source: string, language: string): string =>
  (value[language] ?? value[source])?.text ?? '';

/** A whole number of 48 bits for a language, to index what an item has in it: the same in every instance. */
const numberOf = (language: string): number => Number.parseInt(markOf(language), 36) % 2 ** 48;

/** The index entry of items that have a text, which is in the source language at least. */
export const inSource = -1;
/** The index entry of items that have each text in a language. */
export const translatedIn = (language: string): number => 2 * numberOf(language);
/** The index entry of items that have an outdated text in a language. */
export const outdatedIn = (language: string): number => 2 * numberOf(language) + 1;
