import type { Output } from '@quartermaster/contract/endpoints/endpoint.ts';
import { accounts } from '@quartermaster/contract/endpoints/people/accounts.ts';
import { type CompanyInput, companySignIn } from '@quartermaster/contract/endpoints/people/company-sign-in.ts';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { queryKeys } from '../http/query-keys.ts';
import { type Request, useRequest } from '../services/request.ts';

/** The company sign-in of a workspace, with its domains. */
export type CompanyAnswer = Output<typeof companySignIn.get>;

/** How people of a company sign in to a workspace. */
export const companyQueries = {
  get: (request: Request, workspaceId: number) =>
    queryOptions({
      queryKey: queryKeys.workspace.companySignIn(workspaceId),
      queryFn: ({ signal }) => request(companySignIn.get, { params: { workspaceId } }, signal),
      meta: { title: 'Company sign-in' },
    }),
};

/** Begins a company sign-in, of an address or of the server; the form shows failures itself. */
export function useBeginCompanySignIn() {
  const request = useRequest();
  return useMutation({
    mutationFn: (body: { email?: string; from: string }) => request(companySignIn.begin, { body }),
    meta: { of: 'beginCompanySignIn' },
  });
}

/** Reads when the session ends that a company sign-in has begun; the page shows failures itself. */
export function useCompleteCompanySignIn() {
  const request = useRequest();
  return useMutation({
    mutationFn: () => request(accounts.refresh, { body: {} }),
    meta: { of: 'beginCompanySignIn' },
  });
}

/** Mails a code to an owner; the page shows failures itself. */
export function useSendRecoveryCode() {
  const request = useRequest();
  return useMutation({ mutationFn: () => request(companySignIn.sendCode, {}), meta: { of: 'recover' } });
}

/** Exchanges the code for a session that opens the workspaces of the owner; the form shows failures itself. */
export function useRecover() {
  const request = useRequest();
  return useMutation({
    mutationFn: (code: string) => request(companySignIn.recover, { body: { code } }),
    meta: { of: 'recover' },
  });
}

const changed = (workspaceId: number) => [queryKeys.workspace.companySignIn(workspaceId)];

/** Saves the company sign-in of a workspace; the form shows failures itself. */
export function useSaveCompanySignIn(workspaceId: number) {
  const request = useRequest();
  return useMutation({
    mutationFn: (body: CompanyInput) => request(companySignIn.save, { params: { workspaceId }, body }),
    meta: {
      of: 'saveCompanySignIn',
      success: (answer) =>
        (answer as Output<typeof companySignIn.save>).is_only_ended
          ? 'Company sign-in saved. “Only company sign-in” is off now: sign in by the new provider, and turn it on again.'
          : 'Company sign-in saved',
      invalidates: changed(workspaceId),
    },
  });
}

/** Removes it; the dialog shows failures itself. */
export function useRemoveCompanySignIn(workspaceId: number) {
  const request = useRequest();
  return useMutation({
    mutationFn: () => request(companySignIn.remove, { params: { workspaceId } }),
    meta: { of: 'removeCompanySignIn', success: 'Company sign-in removed', invalidates: changed(workspaceId) },
  });
}

/** Opens the workspace only to company sign-in, or to all again; the page shows failures itself. */
export function useSetCompanyOnly(workspaceId: number) {
  const request = useRequest();
  return useMutation({
    mutationFn: (isOnly: boolean) =>
      request(companySignIn.setOnly, { params: { workspaceId }, body: { is_only: isOnly } }),
    meta: { of: 'changeCompanyOnly', invalidates: changed(workspaceId) },
  });
}

/** Begins a sign-in that changes nothing; the page shows failures itself. */
export function useTryCompanySignIn(workspaceId: number) {
  const request = useRequest();
  return useMutation({
    mutationFn: () => request(companySignIn.tryOut, { params: { workspaceId } }),
    meta: { of: 'tryCompanySignIn' },
  });
}

/** Adds a domain; the form shows failures itself. */
export function useAddDomain(workspaceId: number) {
  const request = useRequest();
  return useMutation({
    mutationFn: (domain: string) => request(companySignIn.addDomain, { params: { workspaceId }, body: { domain } }),
    meta: { of: 'addDomain', invalidates: changed(workspaceId) },
  });
}

/** Verifies a domain by its DNS record; its row shows failures itself. */
export function useCheckDomain(workspaceId: number) {
  const request = useRequest();
  return useMutation({
    mutationFn: (domainId: number) => request(companySignIn.checkDomain, { params: { workspaceId, domainId } }),
    meta: { of: 'checkDomain', success: 'Domain verified', invalidates: changed(workspaceId) },
  });
}

/** Removes a domain; its row shows failures itself. */
export function useRemoveDomain(workspaceId: number) {
  const request = useRequest();
  return useMutation({
    mutationFn: (domainId: number) => request(companySignIn.removeDomain, { params: { workspaceId, domainId } }),
    meta: { of: 'removeDomain', success: 'Domain removed', invalidates: changed(workspaceId) },
  });
}

/** Forgets whose account an address is at the provider; the form shows failures itself. */
export function useForgetIdentity(workspaceId: number) {
  const request = useRequest();
  return useMutation({
    mutationFn: (email: string) => request(companySignIn.forget, { params: { workspaceId }, body: { email } }),
    meta: { of: 'forgetIdentity', success: 'Forgotten: the next sign-in links the account again' },
  });
}
