import { Loader } from '@mantine/core';
import type { ComponentProps, ReactNode } from 'react';
import classes from './plain-button.module.css';

interface ButtonLook {
  /** `primary` for the main action of a page; `quiet` for an icon without a border. */
  look?: 'primary' | 'quiet' | undefined;
  size?: 'xs' | 'sm' | 'md' | undefined;
  /** Where the icon is. */
  icon?: 'start' | 'end' | 'only';
  /** Shows only the icon in a narrow window. */
  isCompact?: boolean;
}

/** The attributes that make an element, such as a link, look like a button of Mantine, which has three elements more. */
export const buttonLook = ({ look, size, icon, isCompact = false }: ButtonLook) => ({
  className: classes.button ?? '',
  'data-look': look,
  'data-size': size,
  'data-icon': icon,
  'data-compact': isCompact || undefined,
});

interface PlainButtonProps
  extends Omit<ButtonLook, 'icon'>,
    Omit<ComponentProps<'button'>, 'className' | 'type'>,
    Record<`data-${string}`, unknown> {
  icon?: ReactNode;
  isIconLast?: boolean;
  /** A spinner in place of the icon; the button cannot be used. */
  isBusy?: boolean;
  type?: 'button' | 'submit';
}

/** A button of one element and its icon, for the pages that are opened most. */
export function PlainButton(props: PlainButtonProps) {
  const { look, size, isCompact, icon, isIconLast = false, isBusy = false, children, ...button } = props;
  const shown = isBusy ? <Loader size={16} color="currentColor" aria-hidden /> : icon;
  return (
    <button
      type="button"
      aria-busy={isBusy || undefined}
      {...button}
      disabled={button.disabled || isBusy}
      {...buttonLook({
        look,
        size,
        ...(icon !== undefined && { icon: children === undefined ? 'only' : isIconLast ? 'end' : 'start' }),
        ...(isCompact !== undefined && { isCompact }),
      })}
    >
      {!isIconLast && shown}
      {children}
      {isIconLast && shown}
    </button>
  );
}
