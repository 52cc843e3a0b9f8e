import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import type { Output } from '@quartermaster/contract/endpoints/endpoint.ts';
import type { secondFactor } from '@quartermaster/contract/endpoints/people/second-factor.ts';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { secondFactorQueries } from '../../../../shared/data/second-factor.ts';
import { useRequest } from '../../../../shared/services/request.ts';
import { dueText } from '../../../../shared/ui/date-time.ts';
import { lazyDialog } from '../../../../shared/ui/lazy/lazy-part.tsx';
import { NotLoaded } from '../../../../shared/ui/page/not-loaded.tsx';
import { Section } from '../../section.tsx';
import { RenewDialog, TurnOffDialog } from './change-dialogs.tsx';
import type { RequiredBy } from './closes-text.tsx';
import { Passkeys } from './passkeys.tsx';

const SetUpDialog = lazyDialog(() => import('./set-up-dialog.tsx').then((m) => m.SetUpDialog), { isOnUse: true });

/** Whether signing in needs a code as well as the password, with dialogs that change it. */
export function SecondFactor() {
  const factor = useQuery(secondFactorQueries.get(useRequest()));
  const [dialog, setDialog] = useState<'set up' | 'new codes' | 'turn off' | null>(null);
  const close = () => setDialog(null);
  const { data } = factor;
  return (
    <>
      <Section title="Second factor">
        {data ? (
          <Stack gap="xs" align="flex-start">
            <Text size="sm">{data.is_on ? onText(data) : offText}</Text>
            {data.required_by.map((workspace) => (
              <Text key={workspace.id} size="sm">
                {requiredText(workspace, data.is_on)}
              </Text>
            ))}
            <Group gap="xs">
              {data.is_on && (
                <Button variant="default" onClick={() => setDialog('new codes')}>
                  New recovery codes
                </Button>
              )}
              {data.has_app ? (
                <Button variant="default" onClick={() => setDialog('turn off')}>
                  Turn off authenticator app
                </Button>
              ) : (
                <Button variant="default" onClick={() => setDialog('set up')}>
                  Set up authenticator app
                </Button>
              )}
            </Group>
          </Stack>
        ) : (
          <NotLoaded query={factor} title="The second factor could not be loaded">
            <Skeleton height={60} />
          </NotLoaded>
        )}
      </Section>
      {!factor.isError && <Passkeys factor={data} />}
      <SetUpDialog opened={dialog === 'set up'} onClose={close} />
      <RenewDialog opened={dialog === 'new codes'} onClose={close} hasPasskey={(data?.passkeys.length ?? 0) > 0} />
      <TurnOffDialog
        opened={dialog === 'turn off'}
        onClose={close}
        closes={data?.passkeys.length === 0 ? data.required_by : null}
      />
    </>
  );
}

const offText =
  'Off. Your password alone signs you in. With a second factor, a code of an app on your phone is needed too.';

function requiredText({ name, due_at, is_due, has_company }: RequiredBy[number], isOn: boolean): ReactNode {
  const company = has_company && !isOn && ' A session by its company sign-in needs none.';
  return (
    <>
      <strong>{name}</strong> {isOn || is_due ? 'requires it.' : `requires it from ${dueText(due_at)} on.`}
      {company}
    </>
  );
}

function onText({ has_app, recovery_codes_left: left }: Output<typeof secondFactor.get>) {
  const needed = has_app
    ? 'Signing in by password needs a code of your authenticator app'
    : 'Signing in by password needs a passkey';
  return `On. ${needed}. ${left === 1 ? '1 recovery code is' : `${left} recovery codes are`} left.`;
}
