import type { Break } from '../break.ts';

/** Breaks that lose unsaved input. */
export const typing: readonly Break[] = [
  {
    row: '2.4.change.updated-type',
    says: 'The values 1 and "1" are the same.',
    file: 'contract/content/item-fields.ts',
    before: 'return a === b || (isEmpty(a) && isEmpty(b));',
    after: "return String(a ?? '') === String(b ?? '');",
  },
  {
    row: '3.calls.version.choose-by-field',
    says: 'The choice by field saves all typed values.',
    file: 'src/features/items/form/conflict/conflict.ts',
    before: 'if (!isMine(difference)) continue;',
    after: '',
  },
  {
    row: '3.calls.version.choose-theirs',
    says: 'The choice of theirs keeps the typed label.',
    file: 'src/features/items/form/conflict/conflict.ts',
    before: 'const merged: ItemDraft = { label: theirs.label,',
    after: 'const merged: ItemDraft = { label: mine.label,',
  },
  {
    row: '3.calls.version.conflict-current',
    says: 'The response to a refused save lacks the current item.',
    file: 'server/content/documents/save/version-conflict.ts',
    before: `item: toItem(model, state),
    saved`,
    after: 'saved',
  },
  {
    row: '3.calls.version.conflict-item',
    says: 'A save that is one version behind overwrites the save of another user.',
    file: 'server/content/documents/save/find-stale.ts',
    before: 'version !== undefined && version !== state.version',
    after: 'version !== undefined && version < state.version - 1',
  },
  {
    row: '3.calls.version.conflict-template',
    says: 'A template can be saved from an older version.',
    file: 'server/content/schema/save/save-template.ts',
    before: 'if (!current || current.version === version) return;',
    after: 'if (!current || current.version >= version) return;',
  },
  {
    row: '3.calls.version.sent',
    says: 'After a save that stays on the page, the next one sends the previous version.',
    file: 'src/features/items/form/save/use-after-save.ts',
    before: 'startFrom(current, typed);',
    after: 'startFrom({ ...current, version: base.version }, typed);',
  },
  {
    row: '3.settled.drafts.decided-first',
    says: 'Text typed next to an offered draft replaces that draft.',
    file: 'src/shared/drafts/use-stored-draft.ts',
    before: 'if (!isRestoring.current && editor.isDirty()) setAsking(true);',
    after: 'if (!isRestoring.current && !editor.isDirty()) setAsking(true);',
  },
  {
    row: '4.hands.save-and-go-on',
    says: 'Saving and going on opens the page without waiting for the save.',
    file: 'src/app/layout/leave/leave-guard.tsx',
    before: 'void unsavedChanges.save().then(follow);',
    after: `follow(true);
    void unsavedChanges.save();`,
  },
];
