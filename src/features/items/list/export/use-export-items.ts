import type { Input } from '@quartermaster/contract/endpoints/endpoint.ts';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import { useMutation } from '@tanstack/react-query';
import { fetchCode } from '../../../../shared/http/fetch-code.ts';
import { readFileAnswer } from '../../../../shared/http/read-answer.ts';
import { useFileCall } from '../../../../shared/services/file-call.ts';
import { saveFile } from '../../../../shared/ui/save-file.ts';

/** The items of a sheet: those of a list, or some of them. */
export type WantedItems = Omit<Input<typeof items.export>['body'], 'format'>;

/** The form of a downloaded sheet. */
export type SheetFile = 'csv' | 'xlsx' | 'json';

/** Downloads items as a sheet. */
export function useExportItems(instanceId: number, templateId: string) {
  const call = useFileCall();
  return useMutation({
    mutationFn: async ({ file, exported }: { file: SheetFile; exported: WantedItems }) => {
      const body = { ...exported, format: file === 'xlsx' ? 'cells' : file };
      const json = new Blob([JSON.stringify(body)]);
      const response = await call(
        items.export,
        { params: { instanceId, templateId } },
        { body: json, type: 'application/json' },
      );
      const content = await readFileAnswer(response);
      const name = `${templateId}.${file}`;
      if (file !== 'xlsx') return saveFile(name, content);
      const { writeXlsx } = await fetchCode(() => import('./xlsx/write-xlsx.ts'));
      return saveFile(name, await writeXlsx(content));
    },
    meta: { of: 'downloadFile' },
  });
}
