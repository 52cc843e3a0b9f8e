import { ActionIcon, Menu, Text } from '@mantine/core';
import { IconLogout, IconSettings, IconUser } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { accountQueries } from '../../../shared/data/accounts.ts';
import { useRequest } from '../../../shared/services/request.ts';
import { useServices } from '../../../shared/services/services.ts';
import { lazyPart } from '../../../shared/ui/lazy/lazy-part.tsx';
import { PopupTarget, useLazyPopup } from '../../../shared/ui/lazy/lazy-popup.tsx';
import { useHasOpened } from '../../../shared/ui/lazy/use-has-opened.ts';

const LogoutDialog = lazyPart(() => import('./logout-dialog.tsx').then((m) => m.LogoutDialog));

/** The menu of the signed-in user. */
export function UserMenu() {
  const { session } = useServices();
  const { data: account } = useQuery(accountQueries.get(useRequest()));
  const [isLeaving, setLeaving] = useState(false);
  const menu = useLazyPopup('menu');
  const logOut = () => {
    // The dialog returns focus to the element that has it now, and the menu item is about to be unmounted.
    menu.button.ref.current?.focus();
    setLeaving(true);
  };
  const isMounted = useHasOpened(isLeaving);
  return (
    <>
      <ActionIcon {...menu.button} variant="subtle" color="gray" size="lg" aria-label="Account" title={account?.email}>
        <IconUser size={18} />
      </ActionIcon>
      {menu.isNear && (
        <Menu {...menu.popup} position="bottom-end" withinPortal={false} width={240}>
          <Menu.Target>
            <PopupTarget of={menu.button.ref} />
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Label>
              <Text size="sm" truncate c="var(--mantine-color-text)">
                {account?.name}
              </Text>
              <Text size="xs" truncate>
                {account?.email}
              </Text>
            </Menu.Label>
            <Menu.Item component={Link} to="/settings/account" leftSection={<IconSettings size={16} />}>
              Profile
            </Menu.Item>
            {/* A host that owns sign-in also owns sign-out. */}
            {!session.ownedByHost && (
              <Menu.Item leftSection={<IconLogout size={16} />} onClick={logOut}>
                Log out
              </Menu.Item>
            )}
          </Menu.Dropdown>
        </Menu>
      )}
      {isMounted && <LogoutDialog opened={isLeaving} onClose={() => setLeaving(false)} />}
    </>
  );
}
