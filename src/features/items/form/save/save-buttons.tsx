import { Button } from '@mantine/core';
import type { MouseEvent, Ref } from 'react';
import { isWithCommand } from './is-with-command.ts';
import type { Submit } from './use-item-save.ts';

interface SaveButtonsProps {
  isNew: boolean;
  isPending: boolean;
  submit: Submit;
  /** The main one of the two. */
  saveRef: Ref<HTMLButtonElement>;
}

/** Saves an item: and leads back to the list, or stays with it, or goes on with another new one. */
export const SaveButtons = ({ isNew, isPending, submit, saveRef }: SaveButtonsProps) => (
  <>
    <Button
      variant="default"
      disabled={isPending}
      onClick={() => submit(true, isNew ? 'another' : 'stay')}
      {...(!isNew && { title: 'Ctrl+Enter (⌘Enter on a Mac)' })}
    >
      {isNew ? 'Save and create another' : 'Save and stay'}
    </Button>
    <Button
      ref={saveRef}
      loading={isPending}
      onClick={(event: MouseEvent) => submit(isWithCommand(event))}
      title="Ctrl+S or Ctrl+click (⌘ on a Mac) saves without asking"
    >
      Save changes
    </Button>
  </>
);
