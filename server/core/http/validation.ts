import { numberText } from '@quartermaster/contract/number-text.ts';
import { refusalKey } from '@quartermaster/contract/shapes/common.ts';
import type { TSchema } from 'typebox';
import type { Validator } from 'typebox/compile';
import type { TLocalizedValidationError } from 'typebox/error';
import { AppError } from '../base/errors.ts';

/** Maximum number of fields named in one response. */
const namedFields = 50;
/**
 * Maximum number of errors collected: each alternative of a union reports its own before the error that none matches.
 */
const foundErrors = 500;

/** A shape compiled for validation. */
export interface CompiledShape {
  readonly shape: TSchema;
  fits: (value: unknown) => boolean;
  /** The validation errors of a value. */
  errorsOf: (value: unknown) => TLocalizedValidationError[];
}

/** Compiles a shape; the compiler is loaded on first use, as it is not needed at start. */
export async function compileShape(shape: TSchema): Promise<CompiledShape> {
  const [{ Compile }, { Settings }] = await Promise.all([import('typebox/compile'), import('typebox/system')]);
  Settings.Set({ maxErrors: foundErrors });
  return compiledWith(Compile, shape);
}

type Properties = Record<string, TSchema & { items?: TSchema }>;

/**
 * Collecting errors takes far longer than checking, even for valid values. So errors are collected for the parts of an
 * object outside its lists, and then only for the list elements that failed a check.
 */
function compiledWith(compile: (shape: TSchema) => unknown, shape: TSchema): CompiledShape {
  const validator = compile(shape) as Validator;
  // Most shapes never see an invalid value.
  const parts = once(() => {
    const { properties = {} } = shape as { properties?: Properties };
    const lists = Object.entries(properties).flatMap(([name, { items }]) => (items ? [{ name, items }] : []));
    const open = Object.fromEntries(lists.map(({ name }) => [name, { ...properties[name], items: {} }]));
    return {
      around:
        lists.length > 0 ? (compile({ ...shape, properties: { ...properties, ...open } }) as Validator) : validator,
      lists: lists.map(({ name, items }) => ({ name, element: compiledWith(compile, items) })),
    };
  });
  return {
    shape,
    fits: (value) => validator.Check(value),
    errorsOf: (value) => {
      const { around, lists } = parts();
      const errors = around.Errors(value);
      for (const { name, element } of lists) {
        for (const { index, wrong } of wrongElements(element, ownValue(value, name))) {
          const path = `/${name}/${index}`;
          errors.push(
            ...element.errorsOf(wrong).map((error) => ({ ...error, instancePath: path + error.instancePath })),
          );
        }
      }
      return errors;
    },
  };
}

/** The invalid elements of a list, at most as many as one response can name. */
function wrongElements({ fits }: CompiledShape, list: unknown): { index: number; wrong: unknown }[] {
  const found: { index: number; wrong: unknown }[] = [];
  if (!Array.isArray(list)) return found;
  for (let index = 0; index < list.length && found.length < namedFields; index++) {
    if (!fits(list[index])) found.push({ index, wrong: list[index] });
  }
  return found;
}

const ownValue = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined;

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/**
 * The sentences of errors that a schema only describes in its own terms. An unknown property is reported twice: by the
 * object that contains it, and by its own schema, which accepts nothing.
 */
const sentences: Record<string, string> = {
  anyOf: 'is not of an accepted type',
  required: 'is required',
  additionalProperties: 'is not known',
  boolean: 'is not known',
};

/** The sentence of an error, worded as the rules of forms word it. */
function sentenceOf({ keyword, params, message }: Pick<TLocalizedValidationError, 'keyword' | 'params' | 'message'>) {
  const { limit, allowedValues = [] } = params as { limit?: number; allowedValues?: readonly unknown[] };
  if (keyword === 'enum') return oneOf(allowedValues.map(String));
  if (keyword === 'maxLength') return `must be at most ${numberText(Number(limit))} characters`;
  if (keyword === 'minLength') return limit === 1 ? 'required field' : `must be at least ${limit} characters`;
  return sentences[keyword] ?? message;
}

/** The sentence that the shape itself has for its values, at the place of an error. */
function refusalIn(shape: TSchema, schemaPath: string): string | undefined {
  let at: unknown = shape;
  // The last part is the keyword, or that of the shape.
  for (const part of schemaPath.split('/').slice(1).map(unescapePointer)) {
    const inner = ownValue(at, part);
    if (typeof inner !== 'object' || inner === null) break;
    at = inner;
  }
  const refusal = ownValue(at, refusalKey);
  return typeof refusal === 'string' ? refusal : undefined;
}

/** Throws 422 with the path of each field that does not match the shape. */
export function refuseInvalid(compiled: CompiledShape, value: unknown): void {
  if (compiled.fits(value)) return;
  // Without a prototype, so that a property named `constructor` is reported like any other.
  const fields: Record<string, string> = Object.create(null);
  for (const { keyword, instancePath, schemaPath, params, message } of relevantErrors(compiled.errorsOf(value))) {
    if (Object.keys(fields).length >= namedFields) break;
    const path = instancePath.split('/').slice(1).map(unescapePointer);
    const names =
      keyword === 'required'
        ? params.requiredProperties
        : keyword === 'additionalProperties'
          ? params.additionalProperties
          : [];
    // A sentence of the shape is about values of its type.
    const declared = keyword === 'type' ? undefined : refusalIn(compiled.shape, schemaPath);
    const sentence = declared ?? sentenceOf({ keyword, params, message });
    for (const name of names.length > 0 ? names : [undefined]) {
      fields[[...path, ...(name === undefined ? [] : [name])].join('.')] ??= sentence;
    }
  }
  throw new AppError('invalid', { fields });
}

/**
 * The errors of each alternative of a union are less helpful than the error that none matches, unless the value selects
 * one of them by a constant property (the settings of a field do by type, a chart by kind): then that alternative's errors are
 * reported.
 */
function relevantErrors(errors: TLocalizedValidationError[]): TLocalizedValidationError[] {
  const relevant: TLocalizedValidationError[] = [];
  let alternatives: TLocalizedValidationError[] = [];
  for (const error of errors) {
    if (error.schemaPath.includes('/anyOf/')) alternatives.push(error);
    else {
      const isChoice = error.keyword === 'anyOf';
      const better =
        isChoice &&
        (namedAlternative(alternatives) ?? unknownAlternative(alternatives) ?? plainAlternatives(error, alternatives));
      relevant.push(...(better || [error]));
      alternatives = [];
    }
  }
  return relevant;
}

function namedAlternative(errors: TLocalizedValidationError[]): TLocalizedValidationError[] | undefined {
  const placeOf = ({ schemaPath }: TLocalizedValidationError) => alternativeOf(schemaPath);
  const others = new Set(errors.filter(namesAnother).map(placeOf));
  const named = errors.filter((error) => !others.has(placeOf(error)));
  const isOne = others.size > 0 && new Set(named.map(placeOf)).size === 1;
  return isOne
    ? relevantErrors(named.map((error) => ({ ...error, schemaPath: error.schemaPath.replace('/anyOf/', '/') })))
    : undefined;
}

/** True for an error which shows that the value selects a different alternative. */
const namesAnother = ({ keyword, instancePath }: TLocalizedValidationError): boolean =>
  keyword === 'const' && /\/(type|kind)$/.test(instancePath);

/** If the value selects an alternative that does not exist: an error that lists the existing ones. */
function unknownAlternative(errors: TLocalizedValidationError[]): TLocalizedValidationError[] | undefined {
  const named = errors.filter(namesAnother);
  const [first] = named;
  if (
    !first ||
    !errors.every(({ schemaPath }) => named.some((other) => isSameAlternative(other.schemaPath, schemaPath)))
  )
    return undefined;
  return [{ ...first, message: oneOf(named.flatMap(acceptedBy)) }];
}

/** If the alternatives are constants or types of the value itself: an error that lists them. */
function plainAlternatives(
  { instancePath }: TLocalizedValidationError,
  alternatives: TLocalizedValidationError[],
): TLocalizedValidationError[] | undefined {
  const [first] = alternatives;
  const accepted = alternatives.flatMap((one) => (one.instancePath === instancePath ? acceptedBy(one) : []));
  if (!first || accepted.length < alternatives.length) return undefined;
  const known = [...new Set(accepted)];
  const areTypes = alternatives.every(({ keyword }) => keyword === 'type');
  return [{ ...first, message: areTypes ? `must be ${known.join(' or ')}` : oneOf(known) }];
}

/** The constant or the type that an error asks for; none for other errors. */
const acceptedBy = (error: TLocalizedValidationError): string[] =>
  error.keyword === 'const'
    ? [String(error.params.allowedValue)]
    : error.keyword === 'type'
      ? [[error.params.type].flat().join(' or ')]
      : [];

const alternativeOf = (schemaPath: string) => /\/anyOf\/(\d+)\//.exec(`${schemaPath}/`)?.[1];
const isSameAlternative = (a: string, b: string) => alternativeOf(a) === alternativeOf(b);

const oneOf = (known: readonly string[]): string => `must be one of ${known.join(', ')}`;

const unescapePointer = (part: string) => part.replaceAll('~1', '/').replaceAll('~0', '~');

const suspicious = /\\u(?:0000|d[89a-f])/i;

/**
 * Throws 422 if a string in parsed JSON contains a null byte or an unpaired surrogate, which PostgreSQL cannot store.
 * In well-formed UTF-8 both can only come from escapes, so a text without such escapes is not traversed.
 */
export function refuseUnstorable(text: string, parsed: unknown): void {
  if (!suspicious.test(text)) return;
  for (const { value, path } of valuesIn(parsed)) {
    if (typeof value === 'string') refuseText(value, path);
    else if (typeof value === 'object' && value !== null) for (const key of Object.keys(value)) refuseText(key, path);
  }
}

/** The values of parsed JSON with their paths, in any order; without recursion, as they can be nested deeply. */
export function* valuesIn(parsed: unknown): Generator<{ value: unknown; path: string }> {
  const open = [{ value: parsed, path: '' }];
  for (let entry = open.pop(); entry; entry = open.pop()) {
    yield entry;
    const { value, path } = entry;
    if (typeof value === 'object' && value !== null)
      for (const [key, inner] of Object.entries(value))
        open.push({ value: inner, path: path ? `${path}.${key}` : key });
  }
}

/** Throws the same for the texts of a query. */
export function refuseUnstorableTexts(texts: Record<string, unknown>): void {
  for (const [name, text] of Object.entries(texts)) if (typeof text === 'string') refuseText(text, name);
}

function refuseText(text: string, path: string): void {
  if (text.includes('\0') || !text.isWellFormed()) {
    throw new AppError('invalid', { fields: { [path]: 'must not contain null bytes or halves of surrogate pairs' } });
  }
}

const digits = /^(0|[1-9]\d{0,15})$/;

/**
 * Converts the strings of a path or query to the types of their shape; a string that cannot be converted is unchanged
 * and fails validation.
 */
export function readTexts(shape: TSchema, texts: Record<string, unknown>): Record<string, unknown> {
  const { properties } = shape as { properties?: Record<string, { type?: string }> };
  return Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [
      name,
      typeof text === 'string' ? readText(text, properties?.[name]?.type) : text,
    ]),
  );
}

function readText(text: string, type: string | undefined): unknown {
  if (type === 'integer' && digits.test(text)) return Number(text);
  return type === 'boolean' && (text === 'true' || text === 'false') ? text === 'true' : text;
}
