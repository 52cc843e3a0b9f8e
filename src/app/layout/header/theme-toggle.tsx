import { ActionIcon } from '@mantine/core';
import { useAtomValue } from 'jotai';
import { IconMoon } from '../../../shared/ui/icons/moon.ts';
import { IconSun } from '../../../shared/ui/icons/sun.ts';
import { lazyPart } from '../../../shared/ui/lazy/lazy-part.tsx';
import { useLazyPopup } from '../../../shared/ui/popup/lazy-popup.tsx';
import { schemeAtom } from '../../context/color-scheme.ts';

const ThemeMenu = lazyPart(() => import('./theme-menu.tsx').then((m) => m.ThemeMenu));

/** Switches between light, dark and system scheme. */
export function ThemeToggle() {
  const isDark = useAtomValue(schemeAtom) === 'dark';
  const menu = useLazyPopup('menu');
  return (
    <>
      <ActionIcon {...menu.button} variant="subtle" color="gray" size="lg" aria-label="Theme" title="Theme">
        {isDark ? <IconMoon size={18} aria-hidden /> : <IconSun size={18} aria-hidden />}
      </ActionIcon>
      {menu.isNear && <ThemeMenu menu={menu} />}
    </>
  );
}
