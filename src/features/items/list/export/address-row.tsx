import { Button, Group, Text } from '@mantine/core';
import type { SheetAddress } from '@quartermaster/contract/endpoints/sheet-addresses.ts';
import { useState } from 'react';
import { useDeleteSheetAddress } from '../../../../shared/data/sheet-addresses.ts';
import { authorName } from '../../../../shared/ui/author-name.ts';
import { ConfirmDialog } from '../../../../shared/ui/dialog/confirm-dialog.tsx';
import { timeAgo } from '../../../../shared/ui/time-ago.ts';

interface AddressRowProps {
  instanceId: number;
  templateId: string;
  address: SheetAddress;
}

/** An address with its last use, and the button that revokes it. */
export function AddressRow({ instanceId, templateId, address }: AddressRowProps) {
  const revoke = useDeleteSheetAddress(instanceId, templateId);
  const [isAsking, setAsking] = useState(false);
  const { id, name, by, may_propose: mayPropose, last_used_at: lastUse } = address;
  const used = lastUse === null ? 'not used yet' : `last used ${timeAgo(Date.parse(lastUse), Date.now())}`;
  const parts = [`Made by ${authorName(by, 'within')}`, used, ...(mayPropose ? ['can check rows'] : [])];
  return (
    <Group component="li" justify="space-between" wrap="nowrap" gap="xs">
      <div style={{ minWidth: 0 }}>
        <Text size="sm" truncate="end" title={name}>
          {name}
        </Text>
        <Text size="xs" c="dimmed">
          {parts.join(', ')}
        </Text>
      </div>
      <Button
        variant="default"
        size="compact-sm"
        aria-label={`Revoke ${name}`}
        loading={revoke.isPending}
        onClick={() => setAsking(true)}
      >
        Revoke
      </Button>
      <ConfirmDialog
        opened={isAsking}
        title="Revoke address"
        message={`Sheets that use the address of ${name} can no longer read the list, from now on.`}
        confirmLabel="Yes, revoke"
        cancelLabel="Cancel"
        onCancel={() => setAsking(false)}
        onConfirm={async () => {
          await revoke.mutateAsync(id);
          setAsking(false);
        }}
        danger
      />
    </Group>
  );
}
