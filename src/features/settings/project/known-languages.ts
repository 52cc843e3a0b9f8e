import { isLanguage, readLanguage } from '@quartermaster/contract/languages.ts';
import { languageName } from '../../../shared/ui/language-name.ts';

/** Languages that games are often translated to; any other can be added by its code. */
const codes =
  'ar bg cs da de el en en-GB es es-419 et fi fr fr-CA he hi hr hu id it ja ko lt lv ms nb nl pl pt pt-BR ro ru sk sl sr sv th tr uk vi zh-Hans zh-Hant'.split(
    ' ',
  );

/** A language as it is offered: `German (de)`. */
export const offeredLanguage = (code: string): string => `${languageName(code)} (${code})`;

/** The languages to offer, without those that a project has. */
export const offeredLanguages = (own: readonly string[]): string[] =>
  codes
    .filter((code) => isLanguage(code) && !own.includes(code))
    .map(offeredLanguage)
    .sort();

/** The code of a language from its code, its name or its offered text; undefined if it is none. */
export function findLanguage(typed: string): string | undefined {
  const text = typed.trim().toLowerCase();
  const known = codes.find((code) =>
    [code, languageName(code), offeredLanguage(code)].some((name) => name.toLowerCase() === text),
  );
  return known ?? readLanguage(typed.trim());
}
