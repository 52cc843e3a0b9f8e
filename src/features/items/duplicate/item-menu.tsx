import { history } from '@quartermaster/contract/endpoints/history.ts';
import { newItem } from '@quartermaster/contract/endpoints/items.ts';
import { paths, pathTo } from '@quartermaster/contract/paths.ts';
import { use } from 'react';
import { useRefusal } from '../../../shared/access/use-refusal.ts';
import { PageMenu, RowMenu } from '../../../shared/table/row-menu.tsx';
import { IconCopy } from '../../../shared/ui/icons/copy.ts';
import { IconHistory } from '../../../shared/ui/icons/history.ts';
import { texts } from '../../../shared/ui/texts.ts';
import { copyPath } from './copy-path.ts';
import { MayDuplicate } from './may-duplicate.ts';

interface ItemMenuProps {
  instanceId: number;
  templateId: string;
  id: number;
  label: string;
}

/** Actions for an item besides saving it, on its page. */
export function ItemMenu({ label, ...item }: ItemMenuProps) {
  const mayDuplicate = useRefusal(newItem) === null;
  const maySeeHistory = useRefusal(history.listItem) === null;
  const actions = [
    ...(mayDuplicate ? [duplicateOf(item)] : []),
    ...(maySeeHistory ? [{ label: texts.history, Icon: IconHistory, to: pathTo(paths.itemHistory, item) }] : []),
  ];
  return <PageMenu label={actionsFor(label)} actions={actions} />;
}

/** The menu of a row of the list, which provides {@link MayDuplicate}. */
export const ItemRowMenu = ({ label, ...item }: ItemMenuProps) =>
  use(MayDuplicate) && <RowMenu label={actionsFor(label)} actions={[duplicateOf(item)]} />;

const actionsFor = (label: string) => `Actions for ${label}`;

const duplicateOf = ({ instanceId, templateId, id }: Omit<ItemMenuProps, 'label'>) => ({
  label: 'Duplicate item',
  Icon: IconCopy,
  to: copyPath(instanceId, templateId, id),
});
