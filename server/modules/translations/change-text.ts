import {
  isLocalised,
  type LocalisedText,
  markOf,
  translationState,
} from '@quartermaster/contract/field-types/localised.ts';
import type { TemplateModel } from '../../content/model/template-model.ts';
import type { ItemDraft } from './item-draft.ts';
import type { Entry } from './read-entries.ts';
import { isTranslatedFrom } from './texts.ts';

/** What a text of a file does to its item. */
export type TextChange =
  | { kind: 'unchanged' }
  | { kind: 'refused'; reason: string; before: string; isConflict: boolean }
  | { kind: 'changed'; before: string; isOutdated: boolean };

const refused = (reason: string, before = '', isConflict = false): TextChange => ({
  kind: 'refused',
  reason,
  before,
  isConflict,
});

/** Programs for sheets and translators change how lines end. */
const sameText = (a: string, b: string): boolean =>
  a === b || a.replaceAll('\r\n', '\n') === b.replaceAll('\r\n', '\n');

/** True if the translator left a text unchanged: it is skipped, even if its item has changed. */
export const isUntouched = ({ target, was, isDone }: Entry): boolean =>
  target === '' || (was !== undefined && was.mark === markOf(target) && !(was.isOutdated && isDone));

/** Writes a text of a file into the draft of its item, or returns why it is refused. */
export function changeText(
  { leaves }: TemplateModel,
  draft: ItemDraft,
  entry: Entry,
  { overwrite }: { overwrite: boolean },
): TextChange {
  const [fieldId = '', ...places] = entry.field.split('.');
  const leaf = leaves.get(fieldId);
  const path = places.map(Number);
  // Else one place has several names, which are not noticed to be of the same text.
  const isPath = path.every((index, depth) => String(index) === places[depth]);
  if (!leaf || leaf.holdsRows || leaf.groups.length !== path.length || !isPath)
    return refused('the template has no such localised text');
  if (!isTranslatedFrom(leaf.field.settings, entry.sourceLanguage))
    return refused(
      entry.sourceLanguage === ''
        ? 'names no source language'
        : `this text is not translated from ${entry.sourceLanguage}`,
    );
  const row = draft.rowAt(leaf.groups, path);
  const value = row?.[fieldId];
  const found = isLocalised(value) ? (value as LocalisedText) : undefined;
  const source = found?.[entry.sourceLanguage]?.text;
  if (!row || !found || source === undefined) return refused('the item no longer has this text');
  return decide(found, source, { entry, overwrite, isInRow: path.length > 0 }, (text) => {
    row[fieldId] = text;
  });
}

function decide(
  found: LocalisedText,
  source: string,
  { entry, overwrite, isInRow }: { entry: Entry; overwrite: boolean; isInRow: boolean },
  write: (text: LocalisedText) => void,
): TextChange {
  const { targetLanguage: language, target, was } = entry;
  const before = found[language]?.text ?? '';
  const isSameSource = sameText(source, entry.source);
  const change = (text: string): TextChange => {
    const from = markOf(isSameSource ? source : entry.source);
    write({ ...found, [language]: { text, from } });
    return { kind: 'changed', before, isOutdated: !isSameSource };
  };
  if (sameText(before, target)) {
    const isConfirmed =
      entry.isDone && isSameSource && translationState(found, entry.sourceLanguage, language) === 'outdated';
    return isConfirmed ? change(before) : { kind: 'unchanged' };
  }
  if (!isSameSource && isInRow)
    return refused('the source text of this row changed, or the row moved; export the texts again', before);
  const isAsBefore = was ? was.mark === markOf(before) : before === '';
  if (isAsBefore || overwrite) return change(target);
  return was
    ? refused('the translation was changed after the file was made', before, true)
    : refused('there is already a translation, and the file does not name the one it replaces', before, true);
}
