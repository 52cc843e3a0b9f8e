import { Button, Stack, Text } from '@mantine/core';
import type { ScimToken } from '@quartermaster/contract/endpoints/people/scim.ts';
import { useRef, useState } from 'react';
import { useCreateScimToken, useRevokeScimToken } from '../../../shared/data/scim.ts';
import { BusyButton } from '../../../shared/ui/busy-button.tsx';
import { dateTime } from '../../../shared/ui/date-time.ts';
import { ConfirmDialog } from '../../../shared/ui/dialog/confirm-dialog.tsx';
import { FormDialog } from '../../../shared/ui/dialog/form-dialog.tsx';
import { ErrorCallout } from '../../../shared/ui/error-callout.tsx';
import { SecretNotice } from '../../../shared/ui/secret-notice.tsx';
import classes from '../settings.module.css';

interface ScimTokensProps {
  workspaceId: number;
  tokens: readonly ScimToken[];
  mayChange: boolean;
  mayClose: boolean;
}

/** The tokens by which the directory calls; a new one is shown once. */
export function ScimTokens({ workspaceId, tokens, mayChange, mayClose }: ScimTokensProps) {
  const create = useCreateScimToken(workspaceId);
  const revoke = useRevokeScimToken(workspaceId);
  const [secret, setSecret] = useState<string>();
  const [revoked, setRevoked] = useState<ScimToken>();
  const list = useRef<HTMLUListElement>(null);
  return (
    <Stack gap="xs">
      {tokens.length > 0 && (
        <ul className={classes.list} ref={list} tabIndex={-1} aria-label="Tokens of the directory">
          {tokens.map((token) => (
            <li key={token.id} className={classes.row}>
              <div className={classes.session}>
                <Text size="sm" fw={500}>
                  <code>{token.prefix}…</code>
                </Text>
                <Text size="xs" c="dimmed">
                  Made on {dateTime(token.created_at)};{' '}
                  {token.last_used_at === null ? 'not used yet' : `last request ${dateTime(token.last_used_at)}`}
                </Text>
              </div>
              {mayClose && (
                <Button
                  variant="default"
                  size="xs"
                  aria-label={`Revoke ${token.prefix}`}
                  onClick={() => setRevoked(token)}
                >
                  Revoke
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      <ErrorCallout error={create.error} />
      {mayChange && (
        <BusyButton
          style={{ alignSelf: 'flex-start' }}
          isBusy={create.isPending}
          isIdle={false}
          onClick={() => {
            if (!create.isPending) create.mutate(undefined, { onSuccess: (made) => setSecret(made.secret) });
          }}
        >
          Create token
        </BusyButton>
      )}
      <FormDialog opened={secret !== undefined} onClose={() => setSecret(undefined)} title="New token" isSticky>
        <SecretNotice
          secret={secret ?? ''}
          label="Token"
          text="Copy the token now, and paste it in your directory: it is not shown again."
          onClose={() => setSecret(undefined)}
        />
      </FormDialog>
      <ConfirmDialog
        opened={revoked !== undefined}
        title="Revoke token"
        message={`Requests of the directory with ${revoked?.prefix ?? ''}… are refused from now on. People and roles stay as they are.`}
        confirmLabel="Yes, revoke token"
        cancelLabel="Cancel"
        danger
        onCancel={() => setRevoked(undefined)}
        onConfirm={async () => {
          if (revoked) await revoke.mutateAsync(revoked.id);
          setRevoked(undefined);
        }}
        onClosed={() => list.current?.focus({ preventScroll: true })}
      />
    </Stack>
  );
}
