import { Button } from '@mantine/core';
import type { MouseEvent, Ref } from 'react';
import { commonKeys, keysText } from '../../../../shared/ui/actions/keys.ts';
import { IconChevronDown } from '../../../../shared/ui/icons/chevron-down.ts';
import { IconDeviceFloppy } from '../../../../shared/ui/icons/device-floppy.ts';
import { ActionMenu } from '../../../../shared/ui/popup/action-menu.ts';
import { useOfferedMenu } from '../../../../shared/ui/popup/offered-menu.ts';
import { isWithCommand } from './is-with-command.ts';
import classes from './save.module.css';
import type { Submit } from './use-item-save.ts';

export interface SaveButtonsProps {
  isNew: boolean;
  isPending: boolean;
  /** True while there is nothing to save. */
  isQuiet?: boolean;
  submit: Submit;
  saveRef: Ref<HTMLButtonElement>;
}

/** Saves an item and returns to the list; its menu saves and stays, or continues with another new item. */
export function SaveButtons({ isNew, isPending, isQuiet = false, submit, saveRef }: SaveButtonsProps) {
  const menu = useOfferedMenu();
  const variant = isQuiet ? 'default' : 'filled';
  const other = isNew
    ? { label: 'Save and create another', onClick: () => submit(true, 'another') }
    : { label: 'Save and stay', keys: keysText(commonKeys.save), onClick: () => submit(true, 'stay') };
  return (
    <Button.Group>
      <Button
        ref={saveRef}
        variant={variant}
        loading={isPending}
        onClick={(event: MouseEvent) => submit(isWithCommand(event))}
        title={`${keysText(commonKeys.saveAndClose)} (or with a click) saves without asking`}
      >
        Save changes
      </Button>
      <Button
        {...menu.button}
        variant={variant}
        className={classes.more}
        disabled={isPending}
        aria-label="More ways to save"
        title={`${other.label}${other.keys ? ` (${other.keys})` : ''}`}
      >
        <IconChevronDown size={14} aria-hidden />
      </Button>
      {menu.isNear && (
        <ActionMenu menu={menu} actions={[{ label: other.label, Icon: IconDeviceFloppy, onClick: other.onClick }]} />
      )}
    </Button.Group>
  );
}
