import { type ComponentProps, useEffect, useRef } from 'react';
import classes from './selection.module.css';

interface SelectBoxProps extends Omit<ComponentProps<'input'>, 'type' | 'onChange' | 'onClick'> {
  label: string;
  indeterminate?: boolean;
  /** `isRange` if Shift was pressed, for all since the previous one. */
  onPick: (isRange: boolean) => void;
}

/** A checkbox for lists with hundreds of them. */
export function SelectBox({ label, indeterminate = false, onPick, ...props }: SelectBoxProps) {
  const input = useRef<HTMLInputElement>(null);
  // `indeterminate` is only a property, not an attribute.
  useEffect(() => {
    if (input.current) input.current.indeterminate = indeterminate;
  }, [indeterminate]);
  return (
    <input
      {...props}
      ref={input}
      type="checkbox"
      className={classes.check}
      aria-label={label}
      onChange={(event) => onPick('shiftKey' in event.nativeEvent && event.nativeEvent.shiftKey === true)}
    />
  );
}
