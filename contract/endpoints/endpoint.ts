import type { Static, TOptional, TSchema } from 'typebox';
import type { Access, AccessOf, TokenAccess } from '../access.ts';
import type { BodyKind } from './body-kinds.ts';

/** The shapes of one endpoint: its path parameters, query, body or records, and response. */
export interface Shape {
  params?: TSchema;
  query?: TSchema;
  body?: TSchema;
  /** One record of a body that is a stream of records. */
  records?: TSchema;
  /** Omitted if the response is not JSON (a file, an image, no body). */
  response?: TSchema;
}

type Method = 'GET' | 'POST' | 'DELETE';

/** Kinds of calls that compute much: calls of a kind share turns on each server. */
export type TurnKind =
  | 'batches'
  | 'charts'
  | 'drops'
  | 'edits'
  | 'groups'
  | 'proposals'
  | 'release-checks'
  | 'sync-checks'
  | 'syncs'
  | 'templates'
  | 'translations';

/**
 * One API call, declared once: the console calls it, the server serves it, a screen checks access to it. `path` is
 * relative to `/v1`; parameters are written `:name`.
 */
export interface Endpoint<S extends Shape = Shape, A extends Access = Access> {
  method: Method;
  path: string;
  access: A;
  /** The call is read-only despite its method, so it needs no CSRF header. */
  safe?: boolean;
  /**
   * The call must know the latest state although it is read-only: it is about access, precedes a change, or says how far a job is.
   * Where reads go to replicas, it does not, and what the caller reads after it is as new.
   */
  latest?: boolean;
  /** Browsers send it to its end even if the page is left meanwhile. */
  outlivesPage?: boolean;
  /** Requires human verification if the server has it configured. */
  challenge?: boolean;
  /** The call waits for its turn among those of its kind, and is refused with 429 or 503 if there are too many. */
  turns?: TurnKind;
  /** Maximum request body in bytes; 1 MiB by default. */
  bodyLimit?: number;
  /** Responds with a file: supports HEAD, `Range`, and 304 for a matching ETag. */
  isFile?: boolean;
  /** Responds with a stream that clients open again whenever it breaks: the rate of new ones is limited. */
  isStream?: boolean;
  /** The kinds of body that the call takes; JSON if omitted. Records are sent by other clients than the console. */
  accepts?: readonly [BodyKind, ...BodyKind[]];
  /** Carries the shapes' types only; never has a value. */
  readonly shape?: S;
}

type Declared<S extends Shape, A extends Access> = Omit<Endpoint<S, A>, 'shape'>;

/** Declares an endpoint with the types of its shapes; the shapes themselves stay out of the console's bundle. */
export function endpoint<S extends Shape>(
  definition: Declared<S, AccessOf<'instance'>>,
): Endpoint<S, AccessOf<'instance'>>;
export function endpoint<S extends Shape>(
  definition: Declared<S, AccessOf<'project'>>,
): Endpoint<S, AccessOf<'project'>>;
export function endpoint<S extends Shape>(
  definition: Declared<S, AccessOf<'workspace'>>,
): Endpoint<S, AccessOf<'workspace'>>;
export function endpoint<S extends Shape>(
  definition: Declared<S, AccessOf<'account'>>,
): Endpoint<S, AccessOf<'account'>>;
export function endpoint<S extends Shape>(definition: Declared<S, TokenAccess>): Endpoint<S, TokenAccess>;
export function endpoint<S extends Shape>(definition: Declared<S, AccessOf<'public'>>): Endpoint<S, AccessOf<'public'>>;
export function endpoint(definition: Endpoint): Endpoint {
  return definition;
}

type Part<S extends Shape, K extends 'params' | 'query' | 'body'> =
  S[K] extends TOptional<TSchema>
    ? Partial<Record<K, Static<S[K]>>>
    : S[K] extends TSchema
      ? Record<K, Static<S[K]>>
      : unknown;

/** The input of an endpoint: `{ params, query, body }`, each only if the endpoint has it. */
export type Input<E> = E extends Endpoint<infer S> ? Part<S, 'params'> & Part<S, 'query'> & Part<S, 'body'> : never;

/** The response body of an endpoint; `undefined` if it is not JSON. */
export type Output<E> =
  E extends Endpoint<infer S> ? (S['response'] extends TSchema ? Static<S['response']> : undefined) : never;
