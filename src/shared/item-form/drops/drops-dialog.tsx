import { Loader, Stack } from '@mantine/core';
import { toNest } from '@quartermaster/contract/content/drop-nest.ts';
import { candidatesOf, toDropRow } from '@quartermaster/contract/content/drop-rows.ts';
import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import type { TreeNode } from '@quartermaster/contract/content/template-tree.ts';
import { useQuery } from '@tanstack/react-query';
import { use, useMemo, useState } from 'react';
import { useContentInstanceId } from '../../access/content-instance.ts';
import { dropQueries } from '../../data/drops.ts';
import { isRefusal } from '../../http/http-error.ts';
import { useRequest } from '../../services/request.ts';
import { count } from '../../ui/count.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { ErrorState } from '../../ui/page/error-state.tsx';
import { EditedItemContext } from '../edited-item.ts';
import { DropsView } from './drops-view.tsx';

interface DropsProps {
  /** The fields of a row. */
  nodes: readonly TreeNode[];
  weightId: string;
  /** Identifies the table in the address. */
  table: string;
  readRows: () => readonly ItemValues[];
}

interface DropsDialogProps extends DropsProps {
  opened: boolean;
  onClose: () => void;
  /** The name of the weight. */
  label: string;
}

/** What a drop table brings: exactly, and in rolls that are the same for the same weights and seed. */
export const DropsDialog = ({ opened, onClose, label, ...drops }: DropsDialogProps) => (
  <Dialog opened={opened} onClose={onClose} title={`Drops by ${label}`} size="xl" isTall>
    <Drops {...drops} />
  </Dialog>
);

function Drops({ nodes, weightId, table, readRows }: DropsProps) {
  // The rows cannot change while the dialog is open.
  const [rows] = useState(readRows);
  const candidates = useMemo(() => candidatesOf({ nodes, weightId }, rows), [nodes, weightId, rows]);
  const edited = use(EditedItemContext);
  const from = edited && {
    template_id: edited.templateId,
    field: weightId,
    ...(edited.id !== null && { id: edited.id }),
  };
  const query = dropQueries.list(useRequest(), useContentInstanceId(), candidates, from ?? undefined);
  const { data, error, refetch } = useQuery(query);
  const nest = useMemo(() => {
    if (!data) return undefined;
    const tables = new Set(data.flatMap((item) => (item.rows ? [item.id] : [])));
    return toNest(
      candidates.map((row) => toDropRow(row, (id) => tables.has(id))),
      data,
    );
  }, [candidates, data]);
  const without = rows.length - candidates.length;
  return (
    <Stack gap="md">
      {error && (
        <ErrorState
          error={error}
          {...(isInvalid(error)
            ? { title: 'There are no chances to show' }
            : { title: 'The drop tables could not be loaded', retry: () => void refetch() })}
        />
      )}
      {nest && <DropsView nest={nest} table={table} />}
      {!nest && !error && <Loader size="sm" aria-label="Reading the tables" />}
      {without > 0 && <span>{count(without, 'row')} without a weight: never drawn</span>}
      {candidates.some(({ links }) => links.length > 1) && (
        <span>Of a row with several links, the first one to a drop table counts, or else the first one.</span>
      )}
    </Stack>
  );
}

/** True if the tables themselves are refused, as for a cycle. */
const isInvalid = (error: Error): boolean => isRefusal(error) && error.body.error === 'invalid';
