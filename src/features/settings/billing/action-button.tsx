import { Button, type ButtonProps } from '@mantine/core';
import type { ReactNode } from 'react';

interface ActionButtonProps extends ButtonProps {
  /** True while another change is pending; the button then keeps the focus that a closing dialog has restored. */
  isWaiting: boolean;
  /** For a form, which itself rejects submits while a change is pending. */
  type?: 'submit';
  onClick?: () => void;
  children: ReactNode;
}

/** A button of the billing page that requests a change. */
export const ActionButton = ({ isWaiting, onClick, ...props }: ActionButtonProps) => (
  <Button
    {...props}
    {...(isWaiting && { 'data-disabled': true, 'aria-disabled': true })}
    onClick={() => {
      if (!isWaiting) onClick?.();
    }}
  />
);
