import { formatJson } from '@quartermaster/contract/content/format-json.ts';
import { reports } from '@quartermaster/contract/endpoints/reports.ts';
import { errors } from '@quartermaster/contract/errors.ts';
import { useMutation } from '@tanstack/react-query';
import { useRequest } from '../../shared/services/request.ts';
import { useServices } from '../../shared/services/services.ts';
import { saveFile } from './save-file.ts';

interface ExportedFile {
  path: string;
  fileName: string;
}

/** Downloads an exported file as formatted JSON; it is fetched from the URL that the server returns, without credentials. */
export function useDownloadFile(instanceId: number) {
  const request = useRequest();
  const { fetch, apiBase } = useServices();
  return useMutation({
    mutationFn: async ({ path, fileName }: ExportedFile) => {
      const { url } = await request(reports.getFileUrl, { params: { instanceId, path, fileName } });
      const response = await fetch(new URL(url, `${apiBase}/`).href, { credentials: 'omit' });
      if (!response.ok) throw new Error(errors.internal.message);
      saveFile(fileName, formatJson(await response.text()));
    },
    meta: { of: 'downloadFile' },
  });
}
