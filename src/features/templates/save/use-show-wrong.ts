import { useStore } from 'jotai';
import { useEffect, useRef } from 'react';
import { useServices } from '../../../shared/services/services.ts';
import { useNotify } from '../../../shared/ui/notify.ts';
import { useShowTab } from '../editor-tabs.tsx';
import type { FieldErrors } from '../model/check-draft.ts';
import { type Draft, settingsOf } from '../model/draft.ts';
import { useEditor } from '../model/editor-context.ts';
import { fieldOfPath, type Problems } from '../model/problems.ts';

/** Frames in which what is shown has time to be drawn. */
const frames = 60;

/** Tells what keeps a draft from being saved, and leads to the first of it. */
export function useShowWrong() {
  const editor = useEditor();
  const tell = useTellEach();
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
      tell(
        fields.map((id) => {
          const { name, label } = settingsOf(draft, id);
          return [id, `Field ${name || label || 'Untitled'} is invalid`];
        }),
      );
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
      tell(Object.entries(errors));
      if (field) showField(field.id);
      else showDetails();
    },
  };
}

/**
 * Toasts each of the failures of a save. They may be hundreds, of which nine are seen at once: those that still wait are
 * dropped as soon as somebody mends the draft, tries again or leaves.
 */
function useTellEach(): (failures: readonly (readonly [key: string, message: string])[]) => void {
  const { draft } = useEditor();
  const notify = useNotify();
  const store = useStore();
  const dropWaiting = useRef<() => void>(undefined);
  useEffect(() => {
    const drop = () => dropWaiting.current?.();
    const stop = store.sub(draft, drop);
    return () => {
      stop();
      drop();
    };
  }, [store, draft]);
  return (failures) => {
    dropWaiting.current?.();
    dropWaiting.current = notify.errors('Save template', failures);
  };
}
