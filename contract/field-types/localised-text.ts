import { isLanguage, languageLimit, notLanguage } from '../languages.ts';
import { numberText } from '../number-text.ts';
import { exportedKinds } from './exported-kinds.ts';
import { type FieldValue, fieldType, type OperationInput, type Parsed, requiredField } from './field-type.ts';
import {
  inSource,
  isLocalised,
  type LocalisedText,
  markOf,
  mergeTexts,
  outdatedIn,
  plainTexts,
  textIn,
  translatedIn,
  translationState,
} from './localised.ts';
import { longestText } from './longest-text.ts';
import { replacedIn, replaceOperation } from './operations.ts';
import { required, sourceLanguage } from './setting.ts';

const languagesOf = (value: unknown): LocalisedText => (isLocalised(value) ? value : {});

/** A text in each language of the project: the source, and translations that know the source text they were made from. */
export const localisedText = fieldType({
  label: 'Localised text',
  holds: 'value',
  exported: { kind: exportedKinds.texts, value: (value) => plainTexts(languagesOf(value)) },
  inPalette: true,
  isTyped: true,
  settings: { source: sourceLanguage, required },
  wrongKind: (value, { source }) => {
    if (!isLocalised(value)) return 'should be texts by language';
    const languages = Object.entries(value);
    if (languages.length > 2 * languageLimit) return `must have at most ${2 * languageLimit} languages`;
    for (const [language, translation] of languages) {
      const reason = wrongTranslation(language, translation, source);
      if (reason !== undefined) return reason;
    }
    return value[source] === undefined
      ? `enter the text in ${source}, which the others are translated from`
      : undefined;
  },
  tooLarge: (value) =>
    Object.values(languagesOf(value)).some(({ text }) => text.length > longestText)
      ? `must be at most ${numberText(longestText)} characters in each language`
      : undefined,
  missing: requiredField,
  parse: (text, { source }) => readTexts(text, source),
  format: (value, { source }) => {
    const { [source]: original, ...others } = languagesOf(value);
    // A text that looks like the form of several languages is written in it.
    const isPlain = Object.keys(others).length === 0 && !original?.text.startsWith('{');
    return isPlain ? (original?.text ?? '') : JSON.stringify(value);
  },
  wire: { read: (value, { source }) => (isLocalised(value) ? readLanguages(value, source) : (value as FieldValue)) },
  localised: {
    source: ({ source }) => source,
    path: ({ source }) => [source, 'text'],
    merge: ({ source }, base, theirs, mine) =>
      mergeTexts(languagesOf(base), languagesOf(theirs), languagesOf(mine), source),
    textIn: (value, language, { source }) => textIn(languagesOf(value), source, language),
  },
  filter: { conditions: ['contains', 'empty', 'notEmpty', 'missingIn', 'outdatedIn'] },
  index: {
    kind: 'text',
    entries: (value, { source }) => {
      const texts = languagesOf(value);
      const others = Object.keys(texts).filter((language) => language !== source);
      return {
        texts: [texts[source]?.text ?? ''],
        numbers: [
          inSource,
          ...others.filter((one) => translationState(texts, source, one) === 'outdated').map(outdatedIn),
        ],
        common: others.map(translatedIn),
      };
    },
    sortsBy: 'text',
  },
  operations: { replace: replaceOperation(replaceInLanguages) },
});

/** In each language. A translation stays that of the source text that it was made from; an empty one is removed. */
function replaceInLanguages(value: FieldValue, input: OperationInput): Parsed {
  const texts = languagesOf(value);
  const results = replacedIn(
    Object.entries(texts).map(([language, { text }]) => [language, text] as const),
    input,
  );
  if ('reason' in results) return results;
  const left = results.flatMap(([language, text]) => (text === '' ? [] : [[language, { ...texts[language], text }]]));
  return { value: left.length === 0 ? null : (Object.fromEntries(left) as LocalisedText) };
}

function wrongTranslation(language: string, translation: unknown, source: string): string | undefined {
  if (!isLanguage(language)) return `${language} ${notLanguage}`;
  if (!isLocalised(translation)) return `${language} should be a text`;
  const { text, from, ...rest } = translation as Record<string, unknown>;
  if (typeof text !== 'string' || text === '' || Object.keys(rest).length > 0) return `${language} should be a text`;
  const isMarked = typeof from === 'string' && from.length <= 16;
  return isMarked === (language !== source) ? undefined : `${language} should be a text`;
}

/** Reads the form of several languages; any other text is that of the source. */
function readTexts(text: string, source: string): Parsed {
  if (!text.startsWith('{')) return { value: { [source]: { text } } };
  try {
    return { value: readLanguages(JSON.parse(text) as LocalisedText, source) };
  } catch {
    return { value: { [source]: { text } } };
  }
}

/** Reads texts by language: a plain text, or one without a mark, is a translation of the source next to it. */
function readLanguages(texts: Readonly<Record<string, unknown>>, source: string): FieldValue {
  const read = Object.entries(texts).flatMap(([language, one]) => {
    const translation = isLocalised(one) ? (one as unknown as Record<string, unknown>) : { text: one };
    return translation.text === '' || translation.text === null ? [] : [[language, translation] as const];
  });
  const original = read.find(([language]) => language === source)?.[1].text;
  const mark = markOf(typeof original === 'string' ? original : '');
  const marked = read.map(([language, translation]) => {
    const { from = mark, ...rest } = translation;
    return [language, language === source ? rest : { ...rest, from }];
  });
  // Its form is checked with the other values of the item.
  return marked.length === 0 ? null : (Object.fromEntries(marked) as LocalisedText);
}
