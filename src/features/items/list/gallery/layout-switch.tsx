import { ActionIcon } from '@mantine/core';
import { IconLayoutGrid } from '../../../../shared/ui/icons/layout-grid.ts';
import { IconTable } from '../../../../shared/ui/icons/table.ts';
import classes from '../items-list.module.css';
import type { ItemsQuery } from '../list-state.ts';

interface LayoutSwitchProps {
  layout: ItemsQuery['layout'];
  onChange: (layout: ItemsQuery['layout']) => void;
}

const layouts = [
  { layout: undefined, label: 'Table', Icon: IconTable },
  { layout: 'gallery', label: 'Gallery', Icon: IconLayoutGrid },
] as const;

/** Shows the list as a table or as a gallery. */
export const LayoutSwitch = ({ layout: current, onChange }: LayoutSwitchProps) => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset is for inputs
  <div className={classes.layouts} role="group" aria-label="Layout">
    {layouts.map(({ layout, label, Icon }) => (
      <ActionIcon
        key={label}
        variant="subtle"
        color="gray"
        aria-label={label}
        aria-pressed={layout === current}
        title={label}
        onClick={() => layout !== current && onChange(layout)}
      >
        <Icon size={16} aria-hidden />
      </ActionIcon>
    ))}
  </div>
);
