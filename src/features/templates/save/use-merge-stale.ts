import { currentTemplateOf } from '../../../shared/data/save-template.ts';
import { savedByOf } from '../../../shared/data/saved-by.ts';
import { useNotifyMerged } from '../../../shared/form/use-notify-merged.ts';
import { HttpError } from '../../../shared/http/http-error.ts';
import { differencesOf, type TemplateDifference } from '../model/compare/differences.ts';
import { merge } from '../model/compare/merge.ts';
import type { EditorBase } from '../model/editor.ts';
import { useEditor } from '../model/editor-context.ts';
import { withSavedIds } from '../model/saved-ids.ts';
import { baseOf } from '../model/start.ts';

/** The version with which a save conflicts, from the answer. */
export const savedTemplateOf = (error: unknown): EditorBase | undefined => {
  const template = error instanceof HttpError && error.status === 409 ? currentTemplateOf(error) : undefined;
  return template && baseOf(template);
};

/** The draft, compared with what was saved first. */
export function useDifferences(): (saved: EditorBase) => TemplateDifference[] {
  const { read, base, draft } = useEditor();
  return (saved) =>
    differencesOf({
      base: read(base).draft,
      theirs: saved.draft,
      mine: withSavedIds(read(draft), saved.draft),
    });
}

/**
 * Returns a function that puts the draft on top of the version with which its save conflicts, and says what that has changed. It returns
 * false if both have changed the same, or a field would get a place that neither side chose: a person decides.
 */
export function useMergeStale(): (error: unknown) => boolean {
  const editor = useEditor();
  const notifyMerged = useNotifyMerged();
  const differencesTo = useDifferences();
  return (error) => {
    const theirs = savedTemplateOf(error);
    const differences = theirs ? differencesTo(theirs) : [];
    if (!theirs || differences.length === 0 || differences.some(({ isBoth }) => isBoth)) return false;
    const { read } = editor;
    const mine = withSavedIds(read(editor.draft), theirs.draft);
    const drafts = { base: read(editor.base).draft, theirs: theirs.draft, mine };
    const { draft, displaced } = merge(drafts, differences, ({ likely }) => likely === 'mine');
    if (displaced.length > 0) return false;
    editor.startFrom(theirs, draft);
    const names = differences.flatMap(({ likely, name }) => (likely === 'theirs' ? [name] : []));
    notifyMerged(savedByOf(error), [...new Set(names)], { noun: 'this template', parts: 'fields' });
    return true;
  };
}
