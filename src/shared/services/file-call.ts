import type { Endpoint } from '@quartermaster/contract/endpoints/endpoint.ts';
import { endpointUrl, type InputParts } from '@quartermaster/contract/endpoints/endpoint-url.ts';
import { fetchOnce } from '../http/read-answer.ts';
import { recovering } from '../session/recovering.ts';
import { useServices } from './services.ts';

/** Calls an endpoint whose request or response is a file and not JSON. */
export function useFileCall() {
  const { apiBase, fetch, session } = useServices();
  return (
    endpoint: Endpoint,
    input: InputParts,
    init: { body?: Blob; type?: string; signal?: AbortSignal } = {},
  ): Promise<Response> =>
    recovering(session, async () => {
      const { headers, credentials } = await session.authorize(false);
      return fetchOnce(fetch, endpointUrl(apiBase, endpoint, input), {
        method: endpoint.method,
        credentials,
        headers: { ...headers, ...(init.type !== undefined && { 'Content-Type': init.type }) },
        ...(init.body && { body: init.body }),
        ...(init.signal && { signal: init.signal }),
      });
    });
}
