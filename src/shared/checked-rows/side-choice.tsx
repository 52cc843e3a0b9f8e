import { Group, Radio } from '@mantine/core';
import classes from './checked-rows.module.css';
import type { Side } from './decisions.ts';

/** The names of both sides: `new` is that of the row. */
export type SideNames = Readonly<Record<Side, string>>;

interface SideChoiceProps {
  /** Names the choice. */
  label: string;
  /** True where a row shows what it is about. */
  isLabelHidden?: boolean;
  value: Side | undefined;
  names: SideNames;
  onChange: (side: Side) => void;
}

/** A choice between the values of the rows and the current ones; none until the user decides. */
export const SideChoice = ({ label, isLabelHidden = false, value, names, onChange }: SideChoiceProps) => (
  <Radio.Group
    label={label}
    {...(isLabelHidden && { labelProps: { className: classes.hidden } })}
    value={value ?? ''}
    // The radios are the sides.
    onChange={(chosen) => onChange(chosen as Side)}
  >
    <Group gap="md">
      <Radio size="xs" value="new" label={names.new} />
      <Radio size="xs" value="current" label={names.current} />
    </Group>
  </Radio.Group>
);
