import { Button, type ButtonProps, Loader } from '@mantine/core';
import type { ComponentProps } from 'react';

interface BusyButtonProps extends ButtonProps, Pick<ComponentProps<'button'>, 'onClick' | 'title'> {
  /** True while its action runs, which the action itself must not start again. */
  isBusy: boolean;
  /** True while it can do nothing. */
  isIdle?: boolean;
}

/** A button that keeps the focus while its action runs, which a disabled one, such as one that is loading, loses. */
export const BusyButton = ({ isBusy, isIdle = false, leftSection, onClick, ...props }: BusyButtonProps) => (
  <Button
    variant="default"
    {...props}
    aria-busy={isBusy}
    leftSection={isBusy ? <Loader size={14} aria-hidden /> : leftSection}
    {...(isIdle && { 'data-disabled': true, 'aria-disabled': true })}
    onClick={(event) => {
      if (!isIdle) onClick?.(event);
    }}
  />
);
