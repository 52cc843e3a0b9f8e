import { useStore } from 'jotai';
import { useEffect, useRef } from 'react';
import { useServices } from '../../../shared/services/services.ts';
import { settingsOf } from '../../../shared/template-changes/template-state.ts';
import { useNotify } from '../../../shared/ui/notify.ts';
import { useShowTab } from '../editor-tabs.tsx';
import type { FieldErrors } from '../model/check-draft.ts';
import type { Draft } from '../model/draft.ts';
import { useEditor } from '../model/editor-context.ts';
import { fieldOfPath, type Problems } from '../model/problems.ts';

/** The maximum number of frames to wait until the invalid input is rendered. */
const frames = 60;

/** Reports why a draft cannot be saved, and focuses the first error. */
export function useShowErrors() {
  const editor = useEditor();
  const notifyEach = useNotifyEach();
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
    /** Shows validation errors of a draft; returns false if there are none. */
    all: (draft: Draft, details: FieldErrors, fields: readonly string[]): boolean => {
      notifyEach(
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
    /** Shows errors from the server at their inputs. */
    placed: (errors: Problems) => {
      const [path = ''] = Object.keys(errors);
      const field = fieldOfPath(path);
      notifyEach(Object.entries(errors));
      if (field) showField(field.id);
      else showDetails();
    },
  };
}

/**
 * Shows a toast for each failure of a save. There may be hundreds, of which nine are visible at a time: those still queued
 * are dropped when the user changes the draft, tries again or leaves.
 */
function useNotifyEach(): (failures: readonly (readonly [key: string, message: string])[]) => void {
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
