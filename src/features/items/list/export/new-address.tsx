import { Button, Checkbox, Group, Stack, TextInput } from '@mantine/core';
import type { NewSheetAddress } from '@quartermaster/contract/endpoints/sheet-addresses.ts';
import { type FormEvent, useState } from 'react';
import { useCreateSheetAddress } from '../../../../shared/data/sheet-addresses.ts';
import { ErrorCallout } from '../../../../shared/ui/error-callout.tsx';

interface NewAddressProps {
  instanceId: number;
  templateId: string;
  newAddress: () => Omit<NewSheetAddress, 'name'>;
  onCreated: (url: string | undefined) => void;
}

/** Makes an address for the list as it is shown. */
export function NewAddress({ instanceId, templateId, newAddress, onCreated }: NewAddressProps) {
  const create = useCreateSheetAddress(instanceId, templateId);
  const [name, setName] = useState('');
  const [mayPropose, setMayPropose] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onCreated(undefined);
    create.mutate(
      { ...newAddress(), name: name.trim(), may_propose: mayPropose },
      {
        onSuccess: ({ url }) => {
          setName('');
          onCreated(url);
        },
      },
    );
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <ErrorCallout error={create.error} />
        <Group gap="xs" align="flex-end">
          <TextInput
            label="What it is for"
            placeholder="Price list of the team"
            maxLength={96}
            flex={1}
            miw={200}
            value={name}
            onChange={({ currentTarget: { value } }) => setName(value)}
            data-autofocus
          />
          <Button type="submit" loading={create.isPending} disabled={name.trim() === ''}>
            Make address
          </Button>
        </Group>
        <Checkbox
          label="A script can also check rows"
          description="It is told what an import of them would do, and changes nothing"
          checked={mayPropose}
          onChange={({ currentTarget: { checked } }) => setMayPropose(checked)}
        />
      </Stack>
    </form>
  );
}
