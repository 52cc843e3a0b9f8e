import { Button } from '@mantine/core';
import type { MouseEvent, Ref } from 'react';
import { commonKeys, keysText } from '../../../../shared/ui/actions/keys.ts';
import { compactButton, iconIfNarrow, wordsIfWide } from '../../../../shared/ui/compact.ts';
import { IconDeviceFloppy } from '../../../../shared/ui/icons/device-floppy.ts';
import { isWithCommand, saveAndCloseKeys } from './save-keys.ts';
import type { Submit } from './use-item-save.ts';

interface SaveButtonsProps {
  isNew: boolean;
  isPending: boolean;
  submit: Submit;
  /** The primary button of the two. */
  saveRef: Ref<HTMLButtonElement>;
}

/** Saves an item, then returns to the list, stays on the item, or continues with another new one. */
export const SaveButtons = ({ isNew, isPending, submit, saveRef }: SaveButtonsProps) => (
  <>
    <Button
      variant="default"
      disabled={isPending}
      onClick={() => submit(true, isNew ? 'another' : 'stay')}
      {...(!isNew && { title: keysText(commonKeys.save), classNames: { root: compactButton.root } })}
    >
      {isNew ? (
        'Save and create another'
      ) : (
        <>
          <span className={wordsIfWide}>Save and stay</span>
          <IconDeviceFloppy size={16} className={iconIfNarrow} aria-hidden />
        </>
      )}
    </Button>
    <Button
      ref={saveRef}
      loading={isPending}
      onClick={(event: MouseEvent) => submit(isWithCommand(event))}
      title={`${keysText(saveAndCloseKeys)} (or with a click) saves without asking`}
    >
      Save changes
    </Button>
  </>
);
