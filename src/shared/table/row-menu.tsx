import { useBackState } from '../ui/page/use-back.ts';
import { ActionMenu } from '../ui/popup/action-menu.ts';
import { type LazyPopup, useLazyPopup } from '../ui/popup/lazy-popup.tsx';
import type { MenuAction } from '../ui/popup/loaded-action-menu.tsx';
import { useOfferedMenu } from '../ui/popup/offered-menu.ts';
import classes from './data-table.module.css';

interface RowMenuProps {
  /** The menu's label, e.g. `Actions for Ann`. */
  label: string;
  /** The state of its links, whose pages link back to the list in its current state. */
  actions: readonly MenuAction[];
}

/** The menu of a row; renders nothing without actions. */
export const RowMenu = (props: RowMenuProps) => renderMenu(props, useLazyPopup('menu'));

/** The same menu for what a page shows, in its header: the palette has its entries. */
export const PageMenu = (props: RowMenuProps) => renderMenu(props, useOfferedMenu());

// Not a component of its own, as lists have one per row.
function renderMenu({ label, actions }: RowMenuProps, menu: LazyPopup) {
  if (actions.length === 0) return null;
  return (
    <>
      {/* A plain element, as lists have one per row. */}
      <button {...menu.button} type="button" className={classes.menuButton} aria-label={label} title={label} />
      {menu.isNear && <MenuOfRow menu={menu} actions={actions} />}
    </>
  );
}

function MenuOfRow({ menu, actions }: { menu: LazyPopup; actions: readonly MenuAction[] }) {
  return <ActionMenu menu={menu} actions={actions} state={useBackState()} />;
}
