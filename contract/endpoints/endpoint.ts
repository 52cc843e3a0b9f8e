import type { Static, TOptional, TSchema } from 'typebox';
import type { Access, AccessOf } from '../access.ts';

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
export interface Endpoint<S extends Shape = Shape, A extends Access = Access> {
  method: Method;
  path: string;
  access: A;
  /** Says that a call with this method changes nothing, so that no anti-forgery header is asked for. */
  safe?: boolean;
  /** Asks for proof of a person where the server has human verification set up. */
  challenge?: boolean;
  /** Largest request body in bytes; 1 MiB where it is left out. */
  bodyLimit?: number;
  /** Answers a file: its headers alone are answered to HEAD, a part of it to `Range`, and nothing new to a tag that still holds. */
  isFile?: boolean;
  /** Carries the shapes' types and never a value. */
  readonly shape?: S;
}

type Declared<S extends Shape, Scope extends Access['scope']> = Omit<Endpoint<S, AccessOf<Scope>>, 'shape'>;

/** Declares an endpoint with the types of its shapes; the shapes themselves stay out of the console's bundle. */
export function endpoint<S extends Shape>(definition: Declared<S, 'instance'>): Endpoint<S, AccessOf<'instance'>>;
export function endpoint<S extends Shape>(definition: Declared<S, 'project'>): Endpoint<S, AccessOf<'project'>>;
export function endpoint<S extends Shape>(definition: Declared<S, 'workspace'>): Endpoint<S, AccessOf<'workspace'>>;
export function endpoint<S extends Shape>(definition: Declared<S, 'account'>): Endpoint<S, AccessOf<'account'>>;
export function endpoint<S extends Shape>(definition: Declared<S, 'delivery'>): Endpoint<S, AccessOf<'delivery'>>;
export function endpoint<S extends Shape>(definition: Declared<S, 'public'>): Endpoint<S, AccessOf<'public'>>;
export function endpoint(definition: Endpoint): Endpoint {
  return definition;
}

type Part<S extends Shape, K extends 'params' | 'query' | 'body'> =
  S[K] extends TOptional<TSchema>
    ? Partial<Record<K, Static<S[K]>>>
    : S[K] extends TSchema
      ? Record<K, Static<S[K]>>
      : unknown;

/** What a caller gives to an endpoint: `{ params, query, body }`, each only where the endpoint has it. */
export type Input<E> = E extends Endpoint<infer S> ? Part<S, 'params'> & Part<S, 'query'> & Part<S, 'body'> : never;

/** What an endpoint answers; `undefined` where it answers no JSON. */
export type Output<E> =
  E extends Endpoint<infer S> ? (S['response'] extends TSchema ? Static<S['response']> : undefined) : never;
