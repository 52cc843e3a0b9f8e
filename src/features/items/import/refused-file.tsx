import { Button } from '@mantine/core';
import type { Import } from '@quartermaster/contract/endpoints/imports.ts';
import { byteOrderMark, csvLine } from '@quartermaster/contract/sheets/csv-text.ts';
import { useMutation } from '@tanstack/react-query';
import type { placedFields } from '../../../shared/checked-rows/placed-fields.ts';
import { refusalsOfRow, refusalText } from '../../../shared/checked-rows/refusal-text.ts';
import { fetchRefusedRows } from '../../../shared/data/imports.ts';
import { useRequest } from '../../../shared/services/request.ts';
import { saveFile } from '../../../shared/ui/save-file.ts';

interface RefusedFileProps {
  instanceId: number;
  imported: Import;
  fields: ReturnType<typeof placedFields>;
}

/** Downloads the refused rows with their reasons. */
export function RefusedFile({ instanceId, imported, fields }: RefusedFileProps) {
  const request = useRequest();
  const download = useMutation({
    mutationFn: async () => {
      const rows = await fetchRefusedRows(request, instanceId, imported.id);
      const lines = rows.map((row) =>
        csvLine([
          row.line,
          row.item_id,
          row.label,
          refusalsOfRow(row)
            .map((refusal) => refusalText(refusal, fields))
            .join('; '),
        ]),
      );
      const text = [byteOrderMark, csvLine(['row', '_id', '_label', 'reason']), ...lines];
      saveFile(`refused-rows-${imported.id}.csv`, new Blob(text, { type: 'text/csv' }));
    },
    meta: { of: 'downloadFile' },
  });
  return (
    <Button variant="subtle" color="gray" loading={download.isPending} onClick={() => download.mutate()}>
      Download the refused rows
    </Button>
  );
}
