import { formatJson } from '@quartermaster/contract/content/format-json.ts';
import { reports } from '@quartermaster/contract/endpoints/reports.ts';
import { errors } from '@quartermaster/contract/errors.ts';
import { useRequest } from '../../../shared/services/request.ts';
import { useServices } from '../../../shared/services/services.ts';

/** A file of an export; `path` is that of its report. */
export interface ExportedFile {
  path: string;
  fileName: string;
}

/** Reads an exported file as formatted JSON; it is fetched from the URL that the server returns, without credentials. */
export function useReadFile(instanceId: number): (file: ExportedFile) => Promise<string> {
  const request = useRequest();
  const { fetch, apiBase } = useServices();
  return async ({ path, fileName }) => {
    const { url } = await request(reports.getFileUrl, { params: { instanceId, path, fileName } });
    const response = await fetch(new URL(url, `${apiBase}/`).href, { credentials: 'omit' });
    if (!response.ok) throw new Error(errors.internal.message);
    return formatJson(await response.text());
  };
}
