import { isLocalised, type LocalisedText, translationState } from '@quartermaster/contract/field-types/localised.ts';
import { languageName } from '../../ui/language-name.ts';
import classes from './localised-texts.module.css';

/** The languages of a text, the source first; next to another one, those in which the two differ. */
function shownLanguages(value: LocalisedText, source: string, other: unknown): string[] {
  const compared: LocalisedText = isLocalised(other) ? other : {};
  const translations = Object.keys({ ...value, ...compared }).sort();
  const all = [source, ...translations.filter((language) => language !== source)];
  const differing = all.filter((language) => {
    const [one, another] = [value[language], compared[language]];
    return one?.text !== another?.text || one?.from !== another?.from;
  });
  return isLocalised(other) && differing.length > 0 ? differing : all.filter((language) => value[language]);
}

/** A line for each language of a text. Plain, as a comparison has hundreds. */
export const localisedTexts = (value: LocalisedText, source: string, other: unknown) => (
  <span className={classes.texts}>
    {shownLanguages(value, source, other).map((language) => {
      const text = value[language]?.text;
      const isOutdated = language !== source && translationState(value, source, language) === 'outdated';
      return (
        <span key={language} className={classes.text}>
          <span className={classes.language}>
            {languageName(language)}
            {isOutdated && ', outdated'}
          </span>{' '}
          {text === undefined ? '–' : <bdi lang={language}>{text}</bdi>}
        </span>
      );
    })}
  </span>
);
