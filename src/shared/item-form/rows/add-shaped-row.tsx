import { Button, Menu } from '@mantine/core';
import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import type { RowShapes } from '@quartermaster/contract/content/row-shapes.ts';
import { FieldIcon } from '../../field-types/field-icon.tsx';
import { IconPlus } from '../../ui/icons/plus.ts';

/** Adds a row of the shape that is chosen in a menu; the row gets the focus. */
export const AddShapedRow = ({ shapes, onAdd }: { shapes: RowShapes; onAdd: (first: ItemValues) => void }) => (
  <Menu position="bottom-start" returnFocus={false}>
    <Menu.Target>
      <Button size="xs" variant="default" leftSection={<IconPlus size={14} aria-hidden />}>
        Add row
      </Button>
    </Menu.Target>
    <Menu.Dropdown>
      {shapes.shapes.map(({ field: { id, settings } }) => (
        <Menu.Item
          key={id}
          leftSection={<FieldIcon type={settings.type} />}
          onClick={() => onAdd({ [shapes.typeId]: settings.name })}
        >
          {settings.label || settings.name}
        </Menu.Item>
      ))}
    </Menu.Dropdown>
  </Menu>
);
