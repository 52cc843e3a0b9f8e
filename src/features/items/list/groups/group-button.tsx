import { Button } from '@mantine/core';
import { toolButton } from '../../../../shared/ui/compact.ts';
import { IconStack2 } from '../../../../shared/ui/icons/stack-2.ts';
import { lazyPart } from '../../../../shared/ui/lazy/lazy-part.tsx';
import { useOfferedMenu } from '../../../../shared/ui/popup/offered-menu.ts';
import type { ListedField } from '../item-columns.tsx';
import type { GroupMenuProps } from './group-menu.tsx';

const GroupMenu = lazyPart<GroupMenuProps>(() => import('./group-menu.tsx').then((m) => m.GroupMenu));

interface GroupButtonProps {
  /** The fields that the list can be grouped by. */
  groupable: readonly ListedField[];
  /** The one that it is grouped by. */
  group: ListedField | undefined;
  onChange: (id: string | undefined) => void;
}

/** Groups a list by a field; nothing for a template without such fields. */
export function GroupButton({ groupable, group, onChange }: GroupButtonProps) {
  const menu = useOfferedMenu();
  if (groupable.length === 0) return null;
  const title = group ? `Grouped by ${group.header}` : 'Group';
  return (
    <>
      <Button
        {...menu.button}
        {...toolButton}
        leftSection={<IconStack2 size={16} aria-hidden />}
        aria-label={title}
        title={title}
      >
        {group?.header ?? title}
      </Button>
      {menu.isNear && <GroupMenu menu={menu} groupable={groupable} group={group} onChange={onChange} />}
    </>
  );
}
