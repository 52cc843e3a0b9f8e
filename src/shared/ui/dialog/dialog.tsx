import { Modal } from '@mantine/core';
import { type FocusEvent, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import classes from './dialog.module.css';

interface DialogProps {
  opened: boolean;
  title: string;
  /** Requests closing: by the close button, Esc, or a click outside. */
  onClose: () => void;
  size?: 'md' | 'lg' | 'xl';
  /** True while its action runs: it cannot be closed, as the user would not see a refusal. */
  isBusy?: boolean;
  /** What closes it; `buttons` if the user must choose one of its own. By default also Esc, the close button and a click outside. */
  closedBy?: 'any' | 'no-click-outside' | 'buttons';
  /** Called after closing, once focus is restored. */
  onClosed?: (() => void) | undefined;
  /** Takes the whole window on a phone. */
  isTall?: boolean;
  children: ReactNode;
}

/** Selects the text of an input that Tab moves to, as browsers do: Mantine moves the focus in a dialog itself. */
function useSelectOnTab() {
  const isTab = useRef(false);
  return {
    onKeyDown: ({ key }: KeyboardEvent) => {
      isTab.current = key === 'Tab';
    },
    onKeyUp: () => {
      isTab.current = false;
    },
    onFocus: ({ target }: FocusEvent) => {
      if (isTab.current && target instanceof HTMLInputElement) target.select();
    },
  };
}

/** The frame of all dialogs. Its children are mounted again each time it opens. */
export function Dialog(props: DialogProps) {
  const { opened, title, onClose, size = 'md', isBusy = false, closedBy = 'any', onClosed, children } = props;
  const { isTall = false } = props;
  // Dialogs are lazy-loaded: one that is already open when it mounts does not know where to restore the focus.
  const [isMounted, setMounted] = useState(false);
  useEffect(() => setMounted(true), []);
  return (
    <Modal
      {...useSelectOnTab()}
      opened={opened && isMounted}
      onClose={() => {
        if (!isBusy) onClose();
      }}
      title={title}
      size={size}
      centered
      withCloseButton={closedBy !== 'buttons'}
      closeButtonProps={{ 'aria-label': 'Close', disabled: isBusy }}
      closeOnEscape={closedBy !== 'buttons'}
      closeOnClickOutside={closedBy === 'any'}
      classNames={{
        body: classes.body ?? '',
        ...(isTall && { inner: classes.inner ?? '', content: classes.content ?? '' }),
      }}
      {...(onClosed && { onExitTransitionEnd: onClosed })}
    >
      {children}
    </Modal>
  );
}
