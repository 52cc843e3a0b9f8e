import type { TextInputProps } from '@mantine/core';
import classes from './number.module.css';

/** The props of an input that show a unit at its end; its label names the unit for screen readers. */
export const unitSection = (
  unit: string,
): Pick<TextInputProps, 'rightSection' | 'rightSectionWidth' | 'rightSectionPointerEvents'> => ({
  rightSection: (
    <span className={classes.unit} data-unit aria-hidden>
      {unit}
    </span>
  ),
  rightSectionWidth: `calc(${unit.length}ch + 20px)`,
  rightSectionPointerEvents: 'none',
});
