import { Button, Group } from '@mantine/core';
import type { Density } from '../fitting-rows.ts';

export interface DensityChoiceProps {
  value: Density;
  onChange: (density: Density) => void;
}

const densities = [
  { value: 'compact', label: 'Compact' },
  { value: 'comfortable', label: 'Comfortable' },
] as const;

/** Chooses how high the rows of a list are. */
export const DensityChoice = ({ value: chosen, onChange }: DensityChoiceProps) => (
  <Group gap="xs" grow role="group" aria-label="Height of rows">
    {densities.map(({ value, label }) => (
      <Button
        key={value}
        size="xs"
        variant={value === chosen ? 'light' : 'default'}
        aria-pressed={value === chosen}
        onClick={() => onChange(value)}
      >
        {label}
      </Button>
    ))}
  </Group>
);
