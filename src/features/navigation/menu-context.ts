import { createContext, useContext } from 'react';
import type { MenuActions, MenuEditor } from './model/menu-actions.ts';

interface MenuContext {
  editor: MenuEditor;
  actions: MenuActions;
  /** Opens the dialog for a new name. */
  askToRename: (id: string) => void;
}

const Context = createContext<MenuContext | null>(null);

/** Provides the open menu to the rows of its tree. */
export const MenuProvider = Context;

/** The open menu. */
export function useMenu(): MenuContext {
  const menu = useContext(Context);
  if (!menu) throw new Error('useMenu is called outside of the navigation setup');
  return menu;
}
