import { Button, type ButtonProps, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useLazyPopup } from './lazy-popup.tsx';
import { PopupPanel } from './popup-panel.ts';

interface ExplainedButtonProps extends Pick<ButtonProps, 'leftSection' | 'rightSection' | 'children'> {
  'aria-label'?: string;
  width: number;
  why: ReactNode;
}

/** Replaces a button that the user cannot use, and explains why. */
export function ExplainedButton({ width, why, ...button }: ExplainedButtonProps) {
  const popup = useLazyPopup('dialog');
  return (
    <>
      <Button {...popup.button} {...button} variant="default" />
      {popup.isNear && (
        <PopupPanel popup={popup} width={width} withArrow trapFocus={false}>
          <Text size="sm">{why}</Text>
        </PopupPanel>
      )}
    </>
  );
}
