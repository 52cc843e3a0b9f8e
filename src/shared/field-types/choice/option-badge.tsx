import type { Option } from '@quartermaster/contract/field-types/options.ts';
import classes from './choice.module.css';

/** The text has the contrast of other text: the colour is only in the background. */
const backgroundOf = (color: string): string =>
  `light-dark(var(--mantine-color-${color}-1), color-mix(in srgb, var(--mantine-color-${color}-9) 35%, var(--mantine-color-dark-7)))`;

const shownOption = (options: readonly Option[], id: string) => {
  const { label, color = 'gray' } = options.find((option) => option.id === id) ?? { label: id };
  return { label, style: { background: backgroundOf(color) } };
};

/** The colour of an option, gray for one that is no longer an option. */
export const optionStyle = (options: readonly Option[], id: string): { background: string } =>
  shownOption(options, id).style;

/** The label of an option on its colour; the id of one that is no longer an option. Plain, as a list has hundreds. */
export function optionBadge(options: readonly Option[], id: string) {
  const { label, style } = shownOption(options, id);
  return (
    <span className={classes.option} style={style} title={label}>
      {label}
    </span>
  );
}
