import { Button, type ButtonProps } from '@mantine/core';
import type { ReactNode } from 'react';

interface ActionButtonProps extends ButtonProps {
  /** Whether another change is on its way; the button then keeps the focus that a dialog has given back. */
  isWaiting: boolean;
  /** Of a form, which refuses by itself while a change is on its way. */
  type?: 'submit';
  onClick?: () => void;
  children: ReactNode;
}

/** A button of the billing page that asks for a change. */
export const ActionButton = ({ isWaiting, onClick, ...props }: ActionButtonProps) => (
  <Button
    {...props}
    {...(isWaiting && { 'data-disabled': true, 'aria-disabled': true })}
    onClick={() => {
      if (!isWaiting) onClick?.();
    }}
  />
);
