import { Button } from '@mantine/core';

/** Shows the numbers of a chart as a table in its place. */
export const NumbersButton = ({ isOn, onChange }: { isOn: boolean; onChange: (isOn: boolean) => void }) => (
  <Button
    size="compact-xs"
    variant={isOn ? 'light' : 'subtle'}
    color="gray"
    aria-pressed={isOn}
    onClick={() => onChange(!isOn)}
  >
    Numbers
  </Button>
);
