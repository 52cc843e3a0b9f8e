import { useMutation } from '@tanstack/react-query';
import { saveFile } from '../../../shared/ui/save-file.ts';
import { type ExportedFile, useReadFile } from './use-read-file.ts';

/** Downloads one exported file. */
export function useDownloadFile(instanceId: number) {
  const readFile = useReadFile(instanceId);
  return useMutation({
    mutationFn: async (file: ExportedFile) =>
      saveFile(file.fileName, new Blob([await readFile(file)], { type: 'application/json' })),
    meta: { of: 'downloadFile' },
  });
}
