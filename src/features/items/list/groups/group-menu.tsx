import { fieldTypeViewOf } from '../../../../shared/field-types/registry.ts';
import { IconCheck } from '../../../../shared/ui/icons/check.ts';
import { IconMinus } from '../../../../shared/ui/icons/minus.ts';
import { ActionMenu } from '../../../../shared/ui/popup/action-menu.ts';
import type { LazyPopup } from '../../../../shared/ui/popup/lazy-popup.tsx';
import type { ListedField } from '../item-columns.tsx';

export interface GroupMenuProps {
  menu: LazyPopup;
  groupable: readonly ListedField[];
  group: ListedField | undefined;
  onChange: (id: string | undefined) => void;
}

/** The fields that a list can be grouped by. */
export const GroupMenu = ({ menu, groupable, group, onChange }: GroupMenuProps) => (
  <ActionMenu
    menu={menu}
    heading="Group by"
    actions={[
      { label: 'No groups', Icon: group ? IconMinus : IconCheck, onClick: () => onChange(undefined) },
      ...groupable.map(({ id, header, settings }) => ({
        label: header,
        Icon: id === group?.id ? IconCheck : fieldTypeViewOf(settings.type).icon,
        onClick: () => onChange(id),
      })),
    ]}
  />
);
