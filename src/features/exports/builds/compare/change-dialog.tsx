import { Skeleton, Stack, Text } from '@mantine/core';
import type { builds } from '@quartermaster/contract/endpoints/builds.ts';
import type { Output } from '@quartermaster/contract/endpoints/endpoint.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type BuildPair, buildQueries } from '../../../../shared/data/builds.ts';
import { FieldList } from '../../../../shared/item-diff/field-list.tsx';
import { useRequest } from '../../../../shared/services/request.ts';
import { Dialog } from '../../../../shared/ui/dialog/dialog.tsx';
import { useLast } from '../../../../shared/ui/hooks/use-last.ts';
import { NotLoaded } from '../../../../shared/ui/page/not-loaded.tsx';
import { exportedDifferences } from './exported-differences.ts';

interface ChangeDialogProps {
  instanceId: number;
  pair: BuildPair;
  /** Where the item is in the files; null while the dialog is closed. */
  position: string | null;
  onClose: () => void;
}

/** An item in two builds, field by field. */
export function ChangeDialog({ instanceId, pair, position, onClose }: ChangeDialogProps) {
  // A closing dialog keeps what it shows.
  const last = useLast(position);
  const answer = useQuery(buildQueries.change(useRequest(), instanceId, pair, last ?? null));
  const [file = ''] = (last ?? '').split('.json:');
  return (
    <Dialog opened={position !== null} onClose={onClose} title={titleOf(file, answer.data)} size="lg">
      {answer.data ? (
        <Change change={answer.data} />
      ) : (
        <NotLoaded query={answer} title="The change could not be loaded">
          <Skeleton height={120} aria-hidden />
        </NotLoaded>
      )}
    </Dialog>
  );
}

type ItemChange = Output<typeof builds.getChange>;

function titleOf(templateId: string, change: ItemChange | undefined): string {
  const id = /^\{"id":(\d+)/.exec(change?.after ?? change?.before ?? '')?.[1];
  return id === undefined ? templateId : `${templateId} #${id}`;
}

function Change({ change: { before, after, is_too_large } }: { change: ItemChange }) {
  const fields = useMemo(() => exportedDifferences(before, after), [before, after]);
  if (is_too_large) return <Text size="sm">The item is too large to be compared field by field.</Text>;
  return (
    <Stack gap="md">
      {before === null && <Text size="sm">The item is new.</Text>}
      {after === null && <Text size="sm">The item was removed.</Text>}
      <FieldList fields={fields} drawOld={(content) => content} />
    </Stack>
  );
}
