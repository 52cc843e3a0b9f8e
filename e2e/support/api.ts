import type { APIRequestContext } from '@playwright/test';
import type { Endpoint, Input, Output } from '@quartermaster/contract/endpoints/endpoint.ts';

/** The headers of each call. A kept-alive connection may be closed by the server at the moment when it is reused. */
export const callHeaders = { 'x-csrf-protection': '1', connection: 'close' };

/** Calls endpoints of the contract with the cookies of a browser or without any. */
export interface Api {
  call: <E extends Endpoint>(endpoint: E, input: Input<E>) => Promise<Output<E>>;
}

interface Loose {
  params?: Record<string, string | number>;
  query?: Record<string, string | number>;
  body?: unknown;
}

export const createApi = (context: APIRequestContext, url: string): Api => ({
  call: async (endpoint, input) => {
    const { params = {}, query, body } = input as Loose;
    const path = endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
    const response = await context.fetch(`${url}/v1${path}`, {
      method: endpoint.method,
      headers: callHeaders,
      ...(query && { params: query }),
      ...(body !== undefined && { data: body }),
    });
    if (!response.ok()) throw new Error(`${endpoint.path}: ${response.status()} ${await response.text()}`);
    const text = await response.text();
    return (text === '' ? undefined : JSON.parse(text)) as Output<typeof endpoint>;
  },
});
