/** A statement for the thread of the embedded database; without `values`, a script of several. */
export interface PgliteRequest {
  id: number;
  text: string;
  values?: unknown[];
  /** Returns texts as UTF-8. */
  asBytes?: boolean;
}

/** The result of one statement, with its rows as arrays: property names would be copied for each row. */
export interface WireResult {
  names: string[];
  rows: unknown[][];
  command?: string | undefined;
}

/** A notification that a transaction has sent. */
export interface PgliteNotification {
  channel: string;
  payload: string;
}

/** The thread’s answer to a request. */
export type PgliteReply = { id: number; results: WireResult[] } | { id: number; error: WireError };

/** What the thread sends. */
export type PgliteMessage = PgliteReply | { notification: PgliteNotification };

/** An error with its properties, such as `code`, which the copy of an error would not have. */
export interface WireError {
  message: string;
  stack: string | undefined;
  properties: Record<string, string>;
}

/** The id of the request to close the database, and of the reply that it is open. */
export const lifecycleId = 0;

/** Takes an error apart, to be sent. */
export function toWire(error: unknown): WireError {
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  const properties = Object.entries(error as object).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  return { message, stack, properties: Object.fromEntries(properties) };
}

/** Puts a received error together again. */
export const fromWire = ({ message, stack, properties }: WireError): Error =>
  Object.assign(new Error(message), properties, stack && { stack });
