import { Group, Radio } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Side } from './decisions.ts';

interface SideChoiceProps {
  /** Names the choice; hidden, a row shows it. */
  label: ReactNode;
  value: Side | undefined;
  /** The names of both sides. */
  names?: Readonly<Record<Side, string>>;
  onChange: (side: Side) => void;
}

const shortNames = { file: 'File', current: 'Current' };

/** A choice between the values of the file and the current ones; none until the user decides. */
export const SideChoice = ({ label, value, names = shortNames, onChange }: SideChoiceProps) => (
  <Radio.Group
    label={label}
    value={value ?? ''}
    // The radios are the sides.
    onChange={(chosen) => onChange(chosen as Side)}
  >
    <Group gap="md">
      <Radio size="xs" value="file" label={names.file} />
      <Radio size="xs" value="current" label={names.current} />
    </Group>
  </Radio.Group>
);
