import { type NewSheetAddress, sheetAddresses } from '@quartermaster/contract/endpoints/sheet-addresses.ts';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { queryKeys } from '../http/query-keys.ts';
import { type Request, useRequest } from '../services/request.ts';

/** The addresses from which sheet programs read a list. */
export const sheetAddressQueries = {
  list: (request: Request, instanceId: number, templateId: string) =>
    queryOptions({
      queryKey: queryKeys.instance.sheetAddresses(instanceId, templateId),
      queryFn: async ({ signal }) =>
        (await request(sheetAddresses.list, { params: { instanceId, templateId } }, signal)).addresses,
      // Their last use changes without the console.
      staleTime: 0,
      meta: { title: 'Addresses for sheets', quiet: true, isPart: true },
    }),
};

/** Makes an address; only the answer has its secret part. */
export function useCreateSheetAddress(instanceId: number, templateId: string) {
  const request = useRequest();
  return useMutation({
    mutationFn: (body: NewSheetAddress) => request(sheetAddresses.create, { params: { instanceId, templateId }, body }),
    meta: {
      of: 'createSheetAddress',
      invalidates: [queryKeys.instance.sheetAddresses(instanceId, templateId)],
    },
  });
}

/** Revokes an address, which stops working immediately. */
export function useDeleteSheetAddress(instanceId: number, templateId: string) {
  const request = useRequest();
  return useMutation({
    mutationFn: (addressId: number) =>
      request(sheetAddresses.delete, { params: { instanceId, templateId, addressId } }),
    meta: {
      of: 'deleteSheetAddress',
      success: 'Address revoked',
      invalidates: [queryKeys.instance.sheetAddresses(instanceId, templateId)],
    },
  });
}
