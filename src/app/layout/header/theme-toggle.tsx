import { ActionIcon, Menu } from '@mantine/core';
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react';
import { useAtomValue } from 'jotai';
import { PopupTarget, useLazyPopup } from '../../../shared/ui/lazy/lazy-popup.tsx';
import { useApp } from '../../context/app-context.ts';
import { schemeAtom, schemeChoiceAtom } from '../../context/color-scheme.ts';
import type { ColorScheme } from '../../context/host-api.ts';

const choices = [
  { scheme: 'light', label: 'Light', Icon: IconSun },
  { scheme: 'dark', label: 'Dark', Icon: IconMoon },
  { scheme: 'system', label: 'System', Icon: IconDeviceDesktop },
] as const;

/** Switches between light, dark and system scheme. */
export function ThemeToggle() {
  const { scheme } = useApp();
  const choice = useAtomValue(schemeChoiceAtom);
  const isDark = useAtomValue(schemeAtom) === 'dark';
  const menu = useLazyPopup('menu');
  return (
    <>
      <ActionIcon {...menu.button} variant="subtle" color="gray" size="lg" aria-label="Theme" title="Theme">
        {isDark ? <IconMoon size={18} /> : <IconSun size={18} />}
      </ActionIcon>
      {menu.isNear && (
        <Menu {...menu.popup} position="bottom-end" withinPortal={false}>
          <Menu.Target>
            <PopupTarget of={menu.button.ref} />
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.RadioGroup value={choice} onChange={(value) => scheme.choose(value as ColorScheme)}>
              {choices.map(({ scheme: value, label, Icon }) => (
                <Menu.RadioItem key={value} value={value} rightSection={<Icon size={16} />}>
                  {label}
                </Menu.RadioItem>
              ))}
            </Menu.RadioGroup>
          </Menu.Dropdown>
        </Menu>
      )}
    </>
  );
}
