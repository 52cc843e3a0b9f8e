import type { IncomingHttpHeaders } from 'node:http';

/** The parts of a request that decide on access; the body is none of them. */
export interface Requested {
  method: string;
  headers: IncomingHttpHeaders;
  cookies: Record<string, string | undefined>;
  params: Record<string, string>;
}
