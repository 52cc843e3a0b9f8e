import { Badge, Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import type { Output } from '@quartermaster/contract/endpoints/endpoint.ts';
import type { secondFactor } from '@quartermaster/contract/endpoints/people/second-factor.ts';
import { paths } from '@quartermaster/contract/paths.ts';
import { passkeyLimit } from '@quartermaster/contract/rules/people/passkey.ts';
import { useState } from 'react';
import { hasPasskeys } from '../../../../shared/data/passkey-ceremony.ts';
import { useRemovePasskey } from '../../../../shared/data/passkeys.ts';
import { useServices } from '../../../../shared/services/services.ts';
import { day } from '../../../../shared/ui/date-time.ts';
import { ConfirmDialog } from '../../../../shared/ui/dialog/confirm-dialog.tsx';
import { lazyDialog } from '../../../../shared/ui/lazy/lazy-part.tsx';
import { Section } from '../../section.tsx';
import classes from '../../settings.module.css';
import { ClosesText } from './closes-text.tsx';

const AddDialog = lazyDialog(() => import('./add-passkey-dialog.tsx').then((m) => m.AddPasskeyDialog), {
  isOnUse: true,
});

type Factor = Output<typeof secondFactor.get>;
type Passkey = Factor['passkeys'][number];

/** The passkeys of the account, each of which signs in alone; while they are loaded as high as if there were none. */
export function Passkeys({ factor }: { factor: Factor | undefined }) {
  const [isAdding, setAdding] = useState(false);
  const [removed, setRemoved] = useState<Passkey | null>(null);
  const remove = useRemovePasskey();
  const passkeys = factor?.passkeys ?? [];
  const isLast = passkeys.length === 1 && !factor?.has_app;
  return (
    <Section title="Passkeys">
      <Stack gap="xs" align="flex-start">
        <Text size="sm">
          A passkey signs you in without a password, by the fingerprint or the PIN of your device.
          {passkeys.length > 0 && ' With your password, it is the second factor.'}
        </Text>
        {passkeys.length > 0 && (
          <ul className={classes.list} style={{ width: '100%' }}>
            {passkeys.map((passkey) => (
              <li key={passkey.id} className={classes.row}>
                <div className={classes.session}>
                  <Group gap="xs">
                    <span style={{ overflowWrap: 'anywhere' }}>{passkey.name}</span>
                    {passkey.is_backed_up && <Badge variant="light">Synced</Badge>}
                  </Group>
                  <Text size="sm" c="dimmed">
                    Added {day(passkey.created_at)}, {passkey.used_at ? `used ${day(passkey.used_at)}` : 'not used yet'}
                  </Text>
                </div>
                <Button
                  variant="default"
                  size="xs"
                  aria-label={`Remove passkey ${passkey.name}`}
                  onClick={() => setRemoved(passkey)}
                >
                  Remove
                </Button>
              </li>
            ))}
          </ul>
        )}
        {factor ? (
          <Add isFull={passkeys.length >= passkeyLimit} onAdd={() => setAdding(true)} />
        ) : (
          <Skeleton height={31} width={120} />
        )}
      </Stack>
      <AddDialog opened={isAdding} onClose={() => setAdding(false)} />
      <ConfirmDialog
        opened={removed !== null}
        title="Remove passkey"
        message={
          <>
            <strong>{removed?.name}</strong> no longer signs you in. Remove it on your device, too.
            {isLast && ' It is your last factor: your password alone will sign you in, and your recovery codes end.'}
            {isLast && <ClosesText workspaces={factor?.required_by ?? []} />}
          </>
        }
        confirmLabel="Remove passkey"
        cancelLabel="Cancel"
        danger
        onCancel={() => setRemoved(null)}
        onConfirm={async () => {
          if (removed) await remove.mutateAsync(removed.id);
          setRemoved(null);
        }}
      />
    </Section>
  );
}

function Add({ isFull, onAdd }: { isFull: boolean; onAdd: () => void }) {
  const { ownsDocument, hrefOf } = useServices();
  if (!ownsDocument)
    return (
      <Text size="sm">
        Passkeys belong to the address of the console. To add one,{' '}
        <a href={hrefOf(paths.account)} target="_blank" rel="noreferrer">
          open the console by itself
        </a>
        .
      </Text>
    );
  if (!hasPasskeys())
    return <Text size="sm">This browser has no passkeys, or the console is not opened over https.</Text>;
  if (isFull) return <Text size="sm">You have {passkeyLimit} passkeys. Remove one to add another.</Text>;
  return (
    <Button variant="default" onClick={onAdd}>
      Add passkey
    </Button>
  );
}
