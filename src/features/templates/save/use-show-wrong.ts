import { useServices } from '../../../shared/session/services.ts';
import { useNotify } from '../../../shared/ui/notify.ts';
import { useShowTab } from '../editor-tabs.tsx';
import type { FieldErrors } from '../model/check-draft.ts';
import { type Draft, settingsOf } from '../model/draft.ts';
import { useEditor } from '../model/editor-context.ts';
import { fieldOfPath, type Problems } from '../model/problems.ts';

/** How many wrong fields are told one by one. */
const toldFields = 5;

/** Frames in which what is shown has time to be drawn. */
const frames = 60;

/** Tells what keeps a draft from being saved, and leads to the first of it. */
export function useShowWrong() {
  const editor = useEditor();
  const notify = useNotify();
  const showTab = useShowTab();
  const { root } = useServices();

  const focus = (left = frames) => {
    requestAnimationFrame(() => {
      const wrong = root.querySelector<HTMLElement>(':is(input, textarea, button)[aria-invalid="true"]');
      if (wrong) {
        wrong.scrollIntoView({ block: 'center' });
        wrong.focus({ preventScroll: true });
      } else if (left > 0) focus(left - 1);
    });
  };
  const showDetails = () => {
    showTab('details');
    focus();
  };
  const showField = (id: string) => {
    showTab('fields');
    editor.reveal(id);
    focus();
  };

  return {
    /** Shows what the rules say against a draft; false where they say nothing. */
    all: (draft: Draft, details: FieldErrors, fields: readonly string[]): boolean => {
      for (const id of fields.slice(0, toldFields)) {
        const { name, label } = settingsOf(draft, id);
        notify.error('Save template', `Field ${name || label || 'Untitled'} is invalid`);
      }
      if (fields.length > toldFields) notify.error('Save template', `and ${fields.length - toldFields} more`);
      const [first] = fields;
      if (Object.keys(details).length > 0) showDetails();
      else if (first !== undefined) showField(first);
      else return false;
      return true;
    },
    /** Shows what the server refused, where it is. */
    placed: (errors: Problems) => {
      const [path = ''] = Object.keys(errors);
      const field = fieldOfPath(path);
      for (const message of Object.values(errors).slice(0, toldFields)) notify.error('Save template', message);
      if (field) showField(field.id);
      else showDetails();
    },
  };
}
