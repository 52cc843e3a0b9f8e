import { Menu } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import type { Icon } from '../icons/icon.ts';
import { MenuFrame, type MenuFrameProps } from './menu-frame.tsx';
import { useOfferedEntries } from './use-offered-entries.ts';

/** An entry of a menu: a link, or an action on the page. */
export interface MenuAction {
  label: string;
  Icon: Icon;
  /** A path of the console. */
  to?: string;
  onClick?: () => void;
  /** True if the action is destructive. */
  danger?: boolean;
}

export interface ActionMenuProps extends Omit<MenuFrameProps, 'children'> {
  /** Above the actions. */
  heading?: ReactNode;
  actions: readonly MenuAction[];
  /** The state of the links' locations, e.g. for the back links of their pages. */
  state?: unknown;
}

/** The code of an `ActionMenu`. */
export function LoadedActionMenu({ menu, heading, actions, state, ...popover }: ActionMenuProps) {
  const navigate = useNavigate();
  const choose = ({ to, onClick }: MenuAction) => {
    if (to !== undefined) return void navigate(to, { state });
    // A dialog returns the focus to the element focused now, and the menu's item is about to unmount.
    menu.button.ref.current?.focus();
    onClick?.();
  };
  useOfferedEntries(menu, actions, choose);
  return (
    <MenuFrame {...popover} menu={menu}>
      {heading && <Menu.Label>{heading}</Menu.Label>}
      {actions.map((action) => (
        <ActionItem key={action.label} action={action} state={state} onChoose={() => choose(action)} />
      ))}
    </MenuFrame>
  );
}

interface ActionItemProps {
  action: MenuAction;
  state: unknown;
  onChoose: () => void;
}

function ActionItem({ action, state, onChoose }: ActionItemProps) {
  const { label, Icon, to, danger } = action;
  const icon = <Icon size={16} aria-hidden />;
  if (to !== undefined) {
    return (
      <Menu.Item component={Link} to={to} state={state} leftSection={icon}>
        {label}
      </Menu.Item>
    );
  }
  return (
    <Menu.Item leftSection={icon} {...(danger ? { c: 'var(--mantine-color-error)' } : {})} onClick={onChoose}>
      {label}
    </Menu.Item>
  );
}
