import { type ApiEntry, api } from '@quartermaster/contract/endpoints/api.ts';
import { Value } from 'typebox/value';

/** An endpoint, and the parameters of its path. */
export interface Found {
  entry: ApiEntry;
  params: Record<string, string | number>;
}

/** The endpoint of a call; if two match, the one with fewer parameters, as on the server. */
export function findEndpoint(method: string, path: string): Found | undefined {
  const found = api.flatMap((entry) => {
    const params = entry.endpoint.method === method && matchPath(entry.endpoint.path, path);
    return params ? [{ entry, params }] : [];
  });
  const [first] = found.sort((a, b) => Object.keys(a.params).length - Object.keys(b.params).length);
  if (!first?.entry.shape.params) return first;
  return { ...first, params: Value.Convert(first.entry.shape.params, first.params) as Found['params'] };
}

function matchPath(pattern: string, path: string): Record<string, string> | null {
  const names = pattern.split('/');
  const parts = path.split('/');
  if (names.length !== parts.length) return null;
  const params: Record<string, string> = {};
  for (const [index, name] of names.entries()) {
    const part = decodeURIComponent(parts[index] ?? '');
    if (name.startsWith(':')) params[name.slice(1)] = part;
    else if (name !== part) return null;
  }
  return params;
}
