import { newItem } from '@quartermaster/contract/endpoints/items.ts';
import { IconCopy } from '@tabler/icons-react';
import { Can } from '../../../shared/access/can.tsx';
import { RowMenu } from '../../../shared/table/row-menu.tsx';
import { copyPath } from './copy-of.ts';

interface ItemMenuProps {
  instanceId: number;
  templateId: string;
  id: number;
  label: string;
}

/** What can be done with an item beside opening it, on its page and in its row of the list. */
export const ItemMenu = ({ instanceId, templateId, id, label }: ItemMenuProps) => (
  <Can do={newItem}>
    <RowMenu
      label={`Actions for ${label}`}
      actions={[{ label: 'Duplicate item', Icon: IconCopy, to: copyPath(instanceId, templateId, id) }]}
    />
  </Can>
);
