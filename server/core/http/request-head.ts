import type { IncomingHttpHeaders } from 'node:http';

/** The parts of a request that access checks read. They run before the body is received. */
export interface RequestHead {
  method: string;
  headers: IncomingHttpHeaders;
  cookies: Record<string, string | undefined>;
  params: Record<string, string>;
}
