import Negotiator from 'negotiator';

/** Those of `encodings` that the `Accept-Encoding` header of a request allows, in the given order. */
export function acceptedEncodings<E extends string>(
  header: string | string[] | undefined,
  encodings: readonly E[],
): E[] {
  const request = new Negotiator({ headers: { 'accept-encoding': String(header ?? '').toLowerCase() } });
  const accepted = request.encodings(encodings);
  return encodings.filter((encoding) => accepted.includes(encoding));
}
