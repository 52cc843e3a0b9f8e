import type { Static, TSchema } from 'typebox';
import type { Access } from './access.ts';

/** The shapes of one endpoint: what it takes in its path, query and body, and what it answers. */
export interface Shape {
  params?: TSchema;
  query?: TSchema;
  body?: TSchema;
  /** Left out where the answer is no JSON (a file, an image, nothing at all). */
  response?: TSchema;
}

type Method = 'GET' | 'POST' | 'DELETE';

/**
 * One call of the API, written once: the console calls it, the server serves it, a screen asks whether it is allowed.
 * `path` is relative to `/v1`; its parameters are written `:name`.
 */
export interface Endpoint<S extends Shape = Shape> {
  method: Method;
  path: string;
  access: Access;
  /** Says that a call with this method changes nothing, so that no anti-forgery header is asked for. */
  safe?: boolean;
  /** Largest request body in bytes; 1 MiB where it is left out. */
  bodyLimit?: number;
  /** Carries the shapes' types and never a value. */
  readonly shape?: S;
}

/** Declares an endpoint with the types of its shapes; the shapes themselves stay out of the console's bundle. */
export const endpoint = <S extends Shape>(definition: Omit<Endpoint<S>, 'shape'>): Endpoint<S> => definition;

type Part<S extends Shape, K extends 'params' | 'query' | 'body'> = S[K] extends TSchema ? Record<K, Static<S[K]>> : unknown;

/** What a caller gives to an endpoint: `{ params, query, body }`, each only where the endpoint has it. */
export type Input<E> = E extends Endpoint<infer S> ? Part<S, 'params'> & Part<S, 'query'> & Part<S, 'body'> : never;

/** What an endpoint answers; `void` where it answers no JSON. */
export type Output<E> = E extends Endpoint<infer S> ? (S['response'] extends TSchema ? Static<S['response']> : void) : never;
