import type { IncomingHttpHeaders } from 'node:http';

/** The parts of a request that the access check uses; the body is not one of them. */
export interface Requested {
  method: string;
  headers: IncomingHttpHeaders;
  cookies: Record<string, string | undefined>;
  params: Record<string, string>;
}
