import { ActionIcon } from '@mantine/core';
import { useState } from 'react';
import { IconDots } from '../../../shared/ui/icons/dots.ts';
import { lazyPart } from '../../../shared/ui/lazy/lazy-part.tsx';
import { useOfferedMenu } from '../../../shared/ui/popup/offered-menu.ts';
import type { ListToolsProps } from './list-tools-props.ts';
import type { ToolsMenuProps } from './tools-menu.tsx';

const ToolsMenu = lazyPart<ToolsMenuProps>(() => import('./tools-menu.tsx').then((m) => m.ToolsMenu));

/** The tools of a list in one menu: on a phone, their buttons would take a line of their own. */
export function NarrowTools(props: ListToolsProps) {
  const menu = useOfferedMenu();
  const [isExporting, setExporting] = useState(false);
  return (
    <>
      <ActionIcon
        {...menu.button}
        variant="default"
        size="input-sm"
        aria-label="Tools of the list"
        title="Tools of the list"
        loading={props.isRefreshing || isExporting}
        loaderProps={{ size: 16 }}
      >
        <IconDots size={18} aria-hidden />
      </ActionIcon>
      {menu.isNear && <ToolsMenu {...props} menu={menu} onExporting={setExporting} />}
    </>
  );
}
