import type { Option } from '@quartermaster/contract/field-types/options.ts';
import type { CSSProperties } from 'react';
import classes from './choice.module.css';

/** The text has the contrast of other text: the colour is only in the background. */
const backgroundOf = (color: string): string =>
  `light-dark(var(--mantine-color-${color}-1), color-mix(in srgb, var(--mantine-color-${color}-9) 35%, var(--mantine-color-dark-7)))`;

const gemStyle = (color: string) =>
  ({ '--gem': `light-dark(var(--mantine-color-${color}-6), var(--mantine-color-${color}-4))` }) as CSSProperties;

const optionOf = (options: readonly Option[], id: string): Option =>
  options.find((option) => option.id === id) ?? { id, label: id };

/** The background of an option, gray for one that is no longer an option. */
export const optionStyle = (options: readonly Option[], id: string): { background: string } => ({
  background: backgroundOf(optionOf(options, id).color ?? 'gray'),
});

/**
 * The label of an option, after a gem if any of them has a colour, so that labels are in line; the id of one that is no longer an option. Plain,
 * as a list has hundreds.
 */
export function optionBadge(options: readonly Option[], id: string) {
  const { label, color = options.some((option) => option.color) ? 'gray' : undefined } = optionOf(options, id);
  return (
    <span className={classes.option} title={label} {...(color && { style: gemStyle(color) })}>
      {label}
    </span>
  );
}
