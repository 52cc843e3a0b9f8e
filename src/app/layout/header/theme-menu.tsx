import { Menu } from '@mantine/core';
import { useAtomValue } from 'jotai';
import { IconDeviceDesktop } from '../../../shared/ui/icons/device-desktop.ts';
import { IconMoon } from '../../../shared/ui/icons/moon.ts';
import { IconSun } from '../../../shared/ui/icons/sun.ts';
import type { LazyPopup } from '../../../shared/ui/popup/lazy-popup.tsx';
import { MenuFrame } from '../../../shared/ui/popup/menu-frame.tsx';
import { useApp } from '../../context/app-context.ts';
import { schemeChoiceAtom } from '../../context/color-scheme.ts';
import type { ColorScheme } from '../../context/host-api.ts';

const choices = [
  { scheme: 'light', label: 'Light', Icon: IconSun },
  { scheme: 'dark', label: 'Dark', Icon: IconMoon },
  { scheme: 'system', label: 'System', Icon: IconDeviceDesktop },
] as const;

/** Chooses light, dark or system scheme. */
export function ThemeMenu({ menu }: { menu: LazyPopup }) {
  const { scheme } = useApp();
  const choice = useAtomValue(schemeChoiceAtom);
  return (
    <MenuFrame menu={menu} withinPortal={false}>
      <Menu.RadioGroup value={choice} onChange={(value) => scheme.choose(value as ColorScheme)}>
        {choices.map(({ scheme: value, label, Icon }) => (
          <Menu.RadioItem key={value} value={value} rightSection={<Icon size={16} />}>
            {label}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </MenuFrame>
  );
}
