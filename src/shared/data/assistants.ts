import {
  type AllowedAssistant,
  type AuthorizationRequest,
  assistants,
} from '@quartermaster/contract/endpoints/assistants.ts';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { queryKeys } from '../http/query-keys.ts';
import { type Request, useRequest } from '../services/request.ts';

/** Requests of assistants to be connected. */
export const assistantQueries = {
  /** What the link of an assistant asks for. */
  request: (request: Request, query: AuthorizationRequest) =>
    queryOptions({
      queryKey: queryKeys.assistantRequest(JSON.stringify(query)),
      queryFn: ({ signal }) => request(assistants.getRequest, { query }, signal),
      meta: { title: 'Connect an assistant', quiet: true },
    }),
};

/** Allows an assistant; the answer has the address that returns to it with the code. */
export function useAllowAssistant() {
  const request = useRequest();
  return useMutation({
    mutationFn: ({ instanceId, ...body }: AllowedAssistant & { instanceId: number }) =>
      request(assistants.allow, { params: { instanceId }, body }),
    meta: { of: 'allowAssistant' },
  });
}
