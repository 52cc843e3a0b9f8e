import { createStore } from 'jotai';
import { expect, test, vi } from 'vitest';
import { createFieldActions } from '../../src/features/templates/fields/field-actions.ts';
import { createFieldDrag } from '../../src/features/templates/fields/field-drag.ts';
import { draftOf } from '../../src/features/templates/model/draft.ts';
import { createEditor } from '../../src/features/templates/model/editor.ts';
import { field, inOrder } from '../support/sample-template.ts';

/** The actions of a template whose second field has no settings, which causes an unexpected error. */
function actionsOnBrokenDraft() {
  const draft = draftOf({ id: 'sword', label: 'Sword', fields: inOrder([field('a', 'text'), field('b', 'text')]) });
  const broken = { ...draft, settings: new Map([...draft.settings].filter(([id]) => id !== 'b')) };
  const editor = createEditor(createStore(), 'edit', { version: 1, draft: broken });
  const notify = { success: vi.fn(), info: vi.fn(), error: vi.fn(), unanswered: vi.fn(), errors: vi.fn() };
  const spies = { notify, confirmRemoval: vi.fn(), showFailure: vi.fn(), report: vi.fn() };
  const actions = createFieldActions({ ...spies, editor, edit: vi.fn(), announce: vi.fn(), focusTree: vi.fn() });
  return { ...spies, actions, drag: createFieldDrag({ ...spies, editor, actions }) };
}

const lost = expect.objectContaining({ message: 'There is no field b in the template' });

test('a removal that fails unexpectedly shows the error without asking for confirmation', () => {
  const { actions, confirmRemoval, showFailure, notify } = actionsOnBrokenDraft();
  actions.askToRemove(['a']);
  expect(showFailure).toHaveBeenCalledExactlyOnceWith(lost);
  expect(confirmRemoval).not.toHaveBeenCalled();
  expect(notify.error).not.toHaveBeenCalled();
});

test('a drag that would fail for a reason other than a rule is refused, and reported when it is dropped', () => {
  const { drag, report, notify } = actionsOnBrokenDraft();
  const reason = drag.refusal({ ids: ['a'] }, { parentId: null, before: null });
  expect(reason).toBe('An unexpected error occurred');
  expect(report).not.toHaveBeenCalled();
  drag.refuse(String(reason));
  expect(report).toHaveBeenCalledExactlyOnceWith(lost, { operation: 'Move field' });
  expect(notify.error).toHaveBeenCalledExactlyOnceWith('Move field', reason, expect.any(String));
});
