/** How many languages a project can have. */
export const languageLimit = 50;

/** Length of a language code in characters. */
export const languageLength = 35;

/** A language code of BCP 47 in its canonical form, such as `pt-BR`; undefined if it is not one. */
export function readLanguage(code: string): string | undefined {
  if (code.length > languageLength) return undefined;
  try {
    return Intl.getCanonicalLocales(code)[0];
  } catch {
    return undefined;
  }
}

/** True for a language code in its canonical form: each language then has one code. */
export const isLanguage = (code: unknown): code is string => typeof code === 'string' && readLanguage(code) === code;

/** The error message for a text that is no language code. */
export const notLanguage = 'should be a language code such as en, pt-BR or zh-Hant';

/** Error message for the languages of a project, of which the first is the source; otherwise undefined. */
export function checkLanguages(languages: readonly string[]): string | undefined {
  if (languages.length > languageLimit) return `a project can have at most ${languageLimit} languages`;
  const wrong = languages.find((code) => !isLanguage(code));
  if (wrong !== undefined) return `${wrong} ${notLanguage}`;
  const twice = languages.find((code, index) => languages.indexOf(code) < index);
  return twice === undefined ? undefined : `${twice} is listed twice`;
}
