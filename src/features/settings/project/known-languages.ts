import { isLanguage, readLanguage } from '@quartermaster/contract/languages.ts';
import { compareTexts, foldText } from '@quartermaster/contract/texts.ts';
import { languageName } from '../../../shared/ui/language-name.ts';

/** Languages that games are often translated to; any other can be added by its code. */
const codes =
  'ar bg cs da de el en en-GB es es-419 et fi fr fr-CA he hi hr hu id it ja ko lt lv ms nb nl pl pt pt-BR ro ru sk sl sr sv th tr uk vi zh-Hans zh-Hant'.split(
    ' ',
  );

/** The name of a language in itself, `Deutsch`. */
const ownName = (code: string): string =>
  new Intl.DisplayNames([code], { type: 'language' }).of(code) ?? languageName(code);

/** A language as it is offered: `German, Deutsch (de)`. */
function offeredLanguage(code: string): string {
  const [name, native] = [languageName(code), ownName(code)];
  return `${name === native ? name : `${name}, ${native}`} (${code})`;
}

let offered: ReadonlyMap<string, string> | undefined;

/** The languages to offer, without those that a project has. */
export function offeredLanguages(chosen: readonly string[]): string[] {
  offered ??= new Map(codes.filter(isLanguage).map((code) => [code, offeredLanguage(code)]));
  return [...offered].flatMap(([code, text]) => (chosen.includes(code) ? [] : [text])).sort(compareTexts);
}

const known = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });

/** True for the code of a language that has a name. */
export const isKnownLanguage = (code: string): boolean => known.of(code) !== undefined;

const letters = [...'abcdefghijklmnopqrstuvwxyz'];

/** The codes of all languages with a name, of two letters and then of three: no interface lists them. */
function* allCodes(): Generator<string> {
  const pairs = letters.flatMap((one) => letters.map((other) => one + other));
  yield* pairs;
  for (const pair of pairs) for (const letter of letters) yield pair + letter;
}

/** The code of a language from its code, its name in English or in itself, or its offered text; undefined if it is none. */
export function findLanguage(typed: string): string | undefined {
  const text = foldText(typed.trim());
  const listed = codes.find((code) =>
    [code, languageName(code), ownName(code), offeredLanguage(code)].some((name) => foldText(name) === text),
  );
  if (listed) return listed;
  const code = readLanguage(typed.trim());
  if (code !== undefined && isKnownLanguage(code)) return code;
  for (const other of allCodes()) {
    const name = known.of(other);
    if (name !== undefined && (foldText(name) === text || (other.length === 2 && foldText(ownName(other)) === text)))
      return readLanguage(other);
  }
  return code;
}
