import { Alert, Button, Stack, Text } from '@mantine/core';
import type { NewSheetAddress } from '@quartermaster/contract/endpoints/sheet-addresses.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { sheetAddressQueries } from '../../../../shared/data/sheet-addresses.ts';
import { useRequest } from '../../../../shared/services/request.ts';
import { CopyBox } from '../../../../shared/ui/copy/copy-box.tsx';
import { FormDialog, useDialogLock } from '../../../../shared/ui/dialog/form-dialog.tsx';
import { ErrorState } from '../../../../shared/ui/page/error-state.tsx';
import { AddressRow } from './address-row.tsx';
import { NewAddress } from './new-address.tsx';

export interface AddressesDialogProps {
  instanceId: number;
  templateId: string;
  opened: boolean;
  onClose: () => void;
  /** What a new address reads. */
  newAddress: () => Omit<NewSheetAddress, 'name'>;
}

/** The addresses from which sheet programs read the list, and a new one for the list as it is shown. */
export function AddressesDialog({ opened, onClose, ...props }: AddressesDialogProps) {
  return (
    <FormDialog opened={opened} onClose={onClose} title="Addresses for sheets" size="lg">
      <Addresses {...props} />
    </FormDialog>
  );
}

function Addresses({ instanceId, templateId, newAddress }: Omit<AddressesDialogProps, 'opened' | 'onClose'>) {
  const addresses = useQuery(sheetAddressQueries.list(useRequest(), instanceId, templateId));
  const [url, setUrl] = useState<string>();
  return (
    <Stack gap="lg">
      <Text size="sm" c="dimmed">
        Google Sheets reads a list from its address as it is at that time, with the filters, order and columns that are
        shown now. Everyone who has the address can read it, without signing in.
      </Text>
      <NewAddress instanceId={instanceId} templateId={templateId} newAddress={newAddress} onCreated={setUrl} />
      {url !== undefined && <MadeAddress url={url} onCopied={() => setUrl(undefined)} />}
      {addresses.error && !addresses.data && (
        <ErrorState
          error={addresses.error}
          title="The addresses could not be loaded"
          retry={() => void addresses.refetch()}
        />
      )}
      {addresses.data && addresses.data.length > 0 && (
        <Stack gap="xs" component="ul" m={0} p={0}>
          {addresses.data.map((address) => (
            <AddressRow key={address.id} instanceId={instanceId} templateId={templateId} address={address} />
          ))}
        </Stack>
      )}
    </Stack>
  );
}

function MadeAddress({ url, onCopied }: { url: string; onCopied: () => void }) {
  useDialogLock();
  return (
    <Alert color="green" variant="light" title="Copy the address now" role="status">
      <Stack gap="xs">
        <Text size="sm">It is not shown again.</Text>
        <CopyBox label="Formula" value={`=IMPORTDATA("${url}")`} />
        <CopyBox label="Address" value={url} />
        <Button size="xs" style={{ alignSelf: 'flex-end' }} onClick={onCopied}>
          Done
        </Button>
      </Stack>
    </Alert>
  );
}
