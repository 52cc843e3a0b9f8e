import { type RefObject, useState } from 'react';
import { HttpError } from '../../../../shared/http/http-error.ts';
import type { ItemDraft } from '../../item/item-draft.ts';
import type { useItemForm } from '../../item/use-item-form.ts';
import { focusFirstError } from '../focus-first-error.ts';
import { incompatibleVersionMessage, itemOf } from './save-refusal.ts';

/** The errors of an item's form: those of the server at its inputs, and above them those without an input. */
export function useSaveErrors(form: ReturnType<typeof useItemForm>, element: RefObject<HTMLFormElement | null>) {
  const [formLevelErrors, setFormLevelErrors] = useState<string[]>([]);
  const focusFirstInvalid = () => focusFirstError(element.current);
  return {
    formLevelErrors,
    clear: () => setFormLevelErrors([]),
    focusFirstInvalid,
    /** Resolves to the draft if it is valid; otherwise shows its errors. */
    validDraft: () => {
      const { promise, resolve } = Promise.withResolvers<ItemDraft | undefined>();
      void form.check(resolve, () => {
        focusFirstInvalid();
        resolve(undefined);
      });
      return promise;
    },
    /** Shows why a save failed; throws what the form cannot show. */
    show: (error: unknown) => {
      if (!(error instanceof HttpError)) throw error;
      const { fields } = error.body;
      const isIncompatible = error.status === 409 && itemOf(error) !== undefined;
      // A 401 navigates to sign-in, which may ask about unsaved changes itself.
      if (!isIncompatible && !fields && ![401, 404].includes(error.status)) throw error;
      if (isIncompatible) setFormLevelErrors([incompatibleVersionMessage]);
      if (fields) {
        setFormLevelErrors(form.setServerErrors(fields));
        focusFirstInvalid();
      }
    },
  };
}
