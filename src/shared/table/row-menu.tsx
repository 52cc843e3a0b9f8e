import { Menu } from '@mantine/core';
import { IconDots, type TablerIcon } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { PopupTarget, useLazyPopup } from '../ui/lazy/lazy-popup.tsx';
import { useBackState } from '../ui/page/use-back.ts';
import classes from './data-table.module.css';

/** What can be done with a row: a link, or something that happens on the page. */
export interface RowAction {
  label: string;
  Icon: TablerIcon;
  /** A path of the console, whose back link returns to the list in its current state. */
  to?: string;
  onClick?: () => void;
  /** True where the action destroys something. */
  danger?: boolean;
}

interface RowMenuProps {
  /** Whose menu it is, e.g. `Actions for Ann`. */
  label: string;
  actions: readonly RowAction[];
}

/** The menu of a row; nothing where nothing can be done. */
export const RowMenu = ({ label, actions }: RowMenuProps) =>
  actions.length > 0 && <MenuWithButton label={label} actions={actions} />;

function MenuWithButton({ label, actions }: RowMenuProps) {
  const menu = useLazyPopup('menu');
  const { ref } = menu.button;
  return (
    <>
      {/* Drawn plainly, as lists have one a row. */}
      <button {...menu.button} type="button" className={classes.menuButton} aria-label={label} title={label}>
        <IconDots size={18} aria-hidden />
      </button>
      {menu.isNear && (
        <Menu {...menu.popup} position="bottom-end">
          <Menu.Target>
            <PopupTarget of={ref} />
          </Menu.Target>
          <Menu.Dropdown>
            {actions.map((action) => (
              <RowMenuItem key={action.label} action={action} focusButton={() => ref.current?.focus()} />
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </>
  );
}

function RowMenuItem({ action, focusButton }: { action: RowAction; focusButton: () => void }) {
  const { label, Icon, to, onClick, danger } = action;
  const state = useBackState();
  const icon = <Icon size={16} aria-hidden />;
  if (to !== undefined) {
    return (
      <Menu.Item component={Link} to={to} state={state} leftSection={icon}>
        {label}
      </Menu.Item>
    );
  }
  return (
    <Menu.Item
      leftSection={icon}
      {...(danger ? { c: 'var(--mantine-color-error)' } : {})}
      onClick={() => {
        // A dialog gives the focus back to whatever has it now, and the menu's item is about to go.
        focusButton();
        onClick?.();
      }}
    >
      {label}
    </Menu.Item>
  );
}
