import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { secondFactorQueries } from '../../../../shared/data/second-factor.ts';
import { useRequest } from '../../../../shared/services/request.ts';
import { lazyDialog } from '../../../../shared/ui/lazy/lazy-part.tsx';
import { NotLoaded } from '../../../../shared/ui/page/not-loaded.tsx';
import { Section } from '../../section.tsx';
import { RenewDialog, TurnOffDialog } from './change-dialogs.tsx';

const SetUpDialog = lazyDialog(() => import('./set-up-dialog.tsx').then((m) => m.SetUpDialog), { isOnUse: true });

/** Whether signing in needs a code as well as the password, with dialogs that change it. */
export function SecondFactor() {
  const factor = useQuery(secondFactorQueries.get(useRequest()));
  const [dialog, setDialog] = useState<'set up' | 'new codes' | 'turn off' | null>(null);
  const close = () => setDialog(null);
  const { data } = factor;
  return (
    <Section title="Second factor">
      {data ? (
        <Stack gap="xs" align="flex-start">
          <Text size="sm">{data.is_on ? onText(data.recovery_codes_left) : offText}</Text>
          {data.is_on ? (
            <Group gap="xs">
              <Button variant="default" onClick={() => setDialog('new codes')}>
                New recovery codes
              </Button>
              <Button variant="default" aria-label="Turn off second factor" onClick={() => setDialog('turn off')}>
                Turn off
              </Button>
            </Group>
          ) : (
            <Button variant="default" aria-label="Set up second factor" onClick={() => setDialog('set up')}>
              Set up
            </Button>
          )}
        </Stack>
      ) : (
        <NotLoaded query={factor} title="The second factor could not be loaded">
          <Skeleton height={60} />
        </NotLoaded>
      )}
      <SetUpDialog opened={dialog === 'set up'} onClose={close} />
      <RenewDialog opened={dialog === 'new codes'} onClose={close} />
      <TurnOffDialog opened={dialog === 'turn off'} onClose={close} />
    </Section>
  );
}

const offText =
  'Off. Your password alone signs you in. With a second factor, a code of an app on your phone is needed too.';

const onText = (left: number) =>
  `On. Signing in needs a code of your authenticator app. ${left === 1 ? '1 recovery code is' : `${left} recovery codes are`} left.`;
