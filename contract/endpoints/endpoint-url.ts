import type { Endpoint } from './endpoint.ts';

/** The parts of an endpoint's input, for endpoints known only at runtime. */
export interface InputParts {
  params?: Record<string, string | number>;
  query?: Record<string, string | number | boolean | undefined>;
  body?: unknown;
}

/** The URL of a request: `apiBase` without a trailing slash, `/v1`, the path with its parameters, the query. */
export function endpointUrl(apiBase: string, endpoint: Endpoint, input: InputParts): string {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => {
    const value = input.params?.[name];
    if (value === undefined) throw new TypeError(`${endpoint.path} needs ${name}`);
    return encodeURIComponent(value);
  });
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input.query ?? {}))
    if (value !== undefined) query.set(name, String(value));
  return `${apiBase}/v1${path}${query.size > 0 ? `?${query}` : ''}`;
}
