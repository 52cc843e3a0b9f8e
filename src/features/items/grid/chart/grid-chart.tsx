import { Alert, Stack, Text } from '@mantine/core';
import type { Import } from '@quartermaster/contract/endpoints/imports.ts';
import { useMemo, useState } from 'react';
import { ChangesChart } from '../../../../shared/charts/late-changes-chart.ts';
import type { DrawnChanges } from '../../../../shared/data/charts.ts';
import { drawImport } from '../../../../shared/data/imports.ts';
import type { FieldNode } from '../../../../shared/data/templates.ts';
import { useRequest } from '../../../../shared/services/request.ts';
import { count } from '../../../../shared/ui/count.ts';
import { Dialog } from '../../../../shared/ui/dialog/dialog.tsx';
import { ErrorCallout } from '../../../../shared/ui/error-callout.tsx';
import type { Sheet } from '../model/sheet.ts';
import { changedRows, toLines } from '../save/grid-records.ts';
import { useCheckedEdits } from './use-checked-edits.ts';

export interface GridChartProps {
  opened: boolean;
  onClose: () => void;
  instanceId: number;
  templateId: string;
  tree: readonly FieldNode[];
  sheet: Sheet;
}

/** What the edits of a grid do to the numbers of a field, before they are saved. */
export const GridChart = ({ opened, onClose, ...edits }: GridChartProps) => (
  <Dialog opened={opened} title="Before and after the edits" size="xl" onClose={onClose}>
    <DrawnEdits {...edits} />
  </Dialog>
);

function DrawnEdits({ instanceId, templateId, tree, sheet }: Omit<GridChartProps, 'opened' | 'onClose'>) {
  const request = useRequest();
  // The grid cannot be edited below the dialog.
  const [rows] = useState(() => changedRows(sheet));
  const write = async () => new Blob([toLines(tree, rows)], { type: 'application/jsonl' });
  const { checked, error } = useCheckedEdits(instanceId, { templateId, write, match: 'id' });
  const importId = checked?.state === 'checked' ? checked.id : undefined;
  const changes = useMemo(
    (): DrawnChanges => ({
      about: importId === undefined ? undefined : ['grid', importId],
      load: (chart, signal) => drawImport(request, instanceId, importId ?? 0, { chart }, signal),
    }),
    [request, instanceId, importId],
  );
  const changed = useMemo(
    () => [{ template_id: templateId, field_ids: rows.flatMap(({ cells }) => [...cells.keys()]) }],
    [rows, templateId],
  );
  if (error) return <ErrorCallout error={error} listsFields={false} />;
  if (checked?.state === 'failed' || checked?.state === 'cancelled')
    return (
      <Alert color="red" variant="light" role="alert">
        {checked.error ?? 'The edits could not be checked. Close this chart and open it again.'}
      </Alert>
    );
  return (
    <Stack gap="sm">
      {checked && <Undrawn counts={checked.counts} />}
      <ChangesChart instanceId={instanceId} changes={changes} changed={changed} />
    </Stack>
  );
}

/** Which rows are not drawn as one might think. */
function Undrawn({ counts: { refused, conflict } }: Pick<Import, 'counts'>) {
  const notes = [
    refused > 0 &&
      `${count(refused, 'row')} would be refused and ${refused === 1 ? 'is' : 'are'} drawn without your edits.`,
    conflict > 0 && `${count(conflict, 'row')} changed by others meanwhile and drawn with your edits.`,
  ];
  return notes.map(
    (note) =>
      note !== false && (
        <Text key={note} size="sm" c="dimmed">
          {note}
        </Text>
      ),
  );
}
