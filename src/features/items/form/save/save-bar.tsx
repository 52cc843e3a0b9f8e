import { Button } from '@mantine/core';
import { type RefObject, useLayoutEffect, useState } from 'react';
import type { FieldNode } from '../../../../shared/data/templates.ts';
import { shortText } from '../../../../shared/item-form/short-text.ts';
import { useField } from '../../../../shared/item-form/use-field.ts';
import { offersActions } from '../../../../shared/ui/actions/offered-actions.ts';
import { CopyTypedButton } from '../../../../shared/ui/copy/copy-typed-button.tsx';
import { ConfirmDialog } from '../../../../shared/ui/dialog/confirm-dialog.tsx';
import { noTranslate } from '../../../../shared/ui/no-translate.ts';
import { savedAt, type UnsavedField, unsavedFields } from '../../item/unsaved-fields.ts';
import type { useItemForm } from '../../item/use-item-form.ts';
import classes from './save.module.css';
import { SaveButtons, type SaveButtonsProps } from './save-buttons.tsx';

interface SaveBarProps extends SaveButtonsProps {
  tree: readonly FieldNode[];
  form: ReturnType<typeof useItemForm>;
  /** What was typed as text, once the item was deleted: then it can only be copied. */
  lostText: (() => string) | undefined;
  onDiscard: () => void;
  /** The same button in the header, which is hidden meanwhile. */
  headerRef: RefObject<HTMLButtonElement | null>;
}

/** More do not fit, and are only counted. */
const mostNamed = 3;

/** What of a form is unsaved, and the buttons to discard and to save it, in place of those in the header. */
export function SaveBar({ tree, form, lostText, onDiscard, headerRef, ...save }: SaveBarProps) {
  const [isAsking, setAsking] = useState(false);
  const fields = unsavedFields(tree, form.unsaved);
  // Where the bar or a menu of it had the focus, the same button in the header takes it.
  useLayoutEffect(() => () => focusIfLost(headerRef), [headerRef]);
  return (
    <section className={classes.bar} aria-label="Unsaved changes" data-save-bar {...offersActions}>
      <span className={classes.count}>
        {lostText && <span className={classes.deleted}>This item was deleted · </span>}
        {fields.length} unsaved
      </span>
      <ul {...noTranslate(classes.unsaved)}>
        {fields.slice(0, mostNamed).map((field) => (
          <UnsavedEntry key={field.path} field={field} saved={savedAt(form.base, field.path)} />
        ))}
      </ul>
      <Button variant="subtle" color="gray" disabled={save.isPending} onClick={() => setAsking(true)}>
        Discard
      </Button>
      {lostText ? <CopyTypedButton text={lostText} /> : <SaveButtons {...save} />}
      <ConfirmDialog
        opened={isAsking}
        title="Discard changes"
        message="Are you sure you want to discard everything that is not saved?"
        confirmLabel="Yes, discard changes"
        cancelLabel="No, keep editing"
        danger
        onCancel={() => setAsking(false)}
        onConfirm={onDiscard}
      />
    </section>
  );
}

function UnsavedEntry({ field: { name, path, settings }, saved }: { field: UnsavedField; saved: unknown }) {
  const { value } = useField<unknown>(path);
  const [before, after] = [shortText(settings, saved), shortText(settings, value)];
  return (
    <li>
      {name}
      {before !== undefined && after !== undefined && (
        <>
          {' '}
          <s className={classes.before}>{before}</s> <span aria-hidden>→</span>{' '}
          <span className={classes.after}>{after}</span>
        </>
      )}
    </li>
  );
}

/** Focuses the element in the next frame if the focused element was unmounted. */
function focusIfLost(ref: RefObject<HTMLElement | null>): void {
  requestAnimationFrame(() => {
    const element = ref.current;
    if (element && element.ownerDocument.activeElement === element.ownerDocument.body) element.focus();
  });
}
