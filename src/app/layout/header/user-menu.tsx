import { ActionIcon, Text } from '@mantine/core';
import { paths } from '@quartermaster/contract/paths.ts';
import { useQuery } from '@tanstack/react-query';
import { useSetAtom } from 'jotai';
import { useState } from 'react';
import { accountQueries } from '../../../shared/data/accounts.ts';
import { useRequest } from '../../../shared/services/request.ts';
import { useServices } from '../../../shared/services/services.ts';
import { IconKeyboard } from '../../../shared/ui/icons/keyboard.ts';
import { IconLogout } from '../../../shared/ui/icons/logout.ts';
import { IconSettings } from '../../../shared/ui/icons/settings.ts';
import { IconUser } from '../../../shared/ui/icons/user.ts';
import { lazyDialog } from '../../../shared/ui/lazy/lazy-part.tsx';
import { useHasOpened } from '../../../shared/ui/lazy/use-has-opened.ts';
import { PersonMark } from '../../../shared/ui/person-mark.tsx';
import { ActionMenu } from '../../../shared/ui/popup/action-menu.ts';
import { useLazyPopup } from '../../../shared/ui/popup/lazy-popup.tsx';
import type { MenuAction } from '../../../shared/ui/popup/loaded-action-menu.tsx';
import { paletteAtom } from '../palette/palette-state.ts';

const LogoutDialog = lazyDialog(() => import('../../../shared/drafts/logout-dialog.tsx').then((m) => m.LogoutDialog));

/** The menu of the signed-in user. */
export function UserMenu() {
  const { session } = useServices();
  const { data: account } = useQuery(accountQueries.get(useRequest()));
  const [isLeaving, setLeaving] = useState(false);
  const openPalette = useSetAtom(paletteAtom);
  const menu = useLazyPopup('menu');
  const actions: MenuAction[] = [
    { label: 'Profile', Icon: IconSettings, to: paths.account },
    { label: 'Keyboard shortcuts', Icon: IconKeyboard, onClick: () => openPalette('shortcuts') },
    // A host that owns sign-in also owns sign-out.
    ...(session.ownedByHost ? [] : [{ label: 'Log out', Icon: IconLogout, onClick: () => setLeaving(true) }]),
  ];
  const isMounted = useHasOpened(isLeaving);
  return (
    <>
      <ActionIcon
        {...menu.button}
        variant="subtle"
        color="gray"
        size="lg"
        aria-label="Account"
        title={account?.email}
        data-qm-account
      >
        {account ? <PersonMark name={account.name} isSelf /> : <IconUser size={18} aria-hidden />}
      </ActionIcon>
      {menu.isNear && (
        <ActionMenu
          menu={menu}
          withinPortal={false}
          width={240}
          heading={
            <>
              <Text size="sm" truncate c="var(--mantine-color-text)">
                {account?.name}
              </Text>
              <Text size="xs" truncate>
                {account?.email}
              </Text>
            </>
          }
          actions={actions}
        />
      )}
      {isMounted && <LogoutDialog opened={isLeaving} onClose={() => setLeaving(false)} />}
    </>
  );
}
