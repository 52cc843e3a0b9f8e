import { Button, Group, Stack } from '@mantine/core';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import { useState } from 'react';
import { Can } from '../../../shared/access/can.tsx';
import { useReplaceLinks } from '../../../shared/data/replace-links.ts';
import { ItemPicker } from '../../../shared/links/item-picker.tsx';
import { LinkLabels } from '../../../shared/links/link-labels.tsx';
import { ErrorCallout } from '../../../shared/ui/error-callout.tsx';

interface ReplaceLinksProps {
  instanceId: number;
  templateId: string;
  id: number;
  /** Called once no item links to it any more. */
  onReplaced: () => void;
}

const noIds = new Map<string, number[]>();

/** Replaces or clears the links that prevent the deletion of an item, as one change set. */
export function ReplaceLinks({ onReplaced, ...item }: ReplaceLinksProps) {
  const [by, setBy] = useState<number | null>(null);
  const { mutate, isPending, error } = useReplaceLinks(item);
  const replace = (replacement: number | null) => mutate(replacement, { onSuccess: onReplaced });
  return (
    <Can do={items.replaceLinks}>
      <LinkLabels ids={noIds}>
        <Stack gap="xs">
          <ErrorCallout error={error} />
          <ItemPicker
            label="Link to another item instead"
            templateId={item.templateId}
            value={by}
            onPick={(picked) => setBy(picked.id)}
            onClear={() => setBy(null)}
          />
          <Group gap="xs">
            <Button variant="default" disabled={by === null || by === item.id || isPending} onClick={() => replace(by)}>
              Replace the links
            </Button>
            <Button variant="default" disabled={isPending} onClick={() => replace(null)}>
              Clear the links
            </Button>
          </Group>
        </Stack>
      </LinkLabels>
    </Can>
  );
}
