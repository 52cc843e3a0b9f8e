import { newItem } from '@quartermaster/contract/endpoints/items.ts';
import { IconCopy } from '@tabler/icons-react';
import { use } from 'react';
import { Can } from '../../../shared/access/can.tsx';
import { RowMenu } from '../../../shared/table/row-menu.tsx';
import { copyPath } from './copy-of.ts';
import { MayDuplicate } from './may-duplicate.ts';

interface ItemMenuProps {
  instanceId: number;
  templateId: string;
  id: number;
  label: string;
}

/** Actions for an item besides opening it, on its page. */
export const ItemMenu = (props: ItemMenuProps) => <Can do={newItem}>{actionsOf(props)}</Can>;

/** Like {@link ItemMenu}, in a row of the list, which provides {@link MayDuplicate}. */
export const ItemRowMenu = (props: ItemMenuProps) => use(MayDuplicate) && actionsOf(props);

const actionsOf = ({ instanceId, templateId, id, label }: ItemMenuProps) => (
  <RowMenu
    label={`Actions for ${label}`}
    actions={[{ label: 'Duplicate item', Icon: IconCopy, to: copyPath(instanceId, templateId, id) }]}
  />
);
