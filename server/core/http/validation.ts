import type { TSchema } from 'typebox';
import type { Validator } from 'typebox/compile';
import type { TLocalizedValidationError } from 'typebox/error';
import { AppError } from '../base/errors.ts';

/** Most fields that one answer names. */
const namedFields = 50;
/** Most errors that are looked for: each alternative of a shape counts its own, before what none fits is told. */
const foundErrors = 500;

/** A shape that values are held against. */
export interface CompiledShape {
  readonly shape: TSchema;
  fits: (value: unknown) => boolean;
  /** What does not fit. */
  errorsOf: (value: unknown) => TLocalizedValidationError[];
}

/** Loads the compiler of shapes with the first call: it is not needed to start. */
export async function compileShape(shape: TSchema): Promise<CompiledShape> {
  const [{ Compile }, { Settings }] = await Promise.all([import('typebox/compile'), import('typebox/system')]);
  Settings.Set({ maxErrors: foundErrors });
  return compiledWith(Compile, shape);
}

type Properties = Record<string, TSchema & { items?: TSchema }>;

/**
 * To look for errors takes far longer than to check, also where there are none. So they are looked for in
 * what is around the lists of an object, and then only in those elements of each list that a check has found wrong.
 */
function compiledWith(compile: (shape: TSchema) => unknown, shape: TSchema): CompiledShape {
  const validator = compile(shape) as Validator;
  // Most shapes never see a wrong value.
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

/** The elements of a list that do not fit, as many as one answer can name. */
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

/** An unknown property is told of twice: by the object that holds it, and by its own schema, which lets nothing pass. */
const sentences: Record<string, string> = {
  required: 'is required',
  additionalProperties: 'is not known',
  boolean: 'is not known',
};

/** Throws 422 with the path of each field that does not fit the shape. */
export function refuseInvalid(compiled: CompiledShape, value: unknown): void {
  if (compiled.fits(value)) return;
  // Of no prototype: what a caller has named `constructor` is told like anything else.
  const fields: Record<string, string> = Object.create(null);
  for (const { keyword, instancePath, params, message } of telling(compiled.errorsOf(value))) {
    if (Object.keys(fields).length >= namedFields) break;
    const path = instancePath.split('/').slice(1).map(unescapePointer);
    const names =
      keyword === 'required'
        ? params.requiredProperties
        : keyword === 'additionalProperties'
          ? params.additionalProperties
          : [];
    const sentence = sentences[keyword] ?? (keyword === 'enum' ? oneOf(params.allowedValues.map(String)) : message);
    for (const name of names.length > 0 ? names : [undefined]) {
      fields[[...path, ...(name === undefined ? [] : [name])].join('.')] ??= sentence;
    }
  }
  throw new AppError('invalid', { fields });
}

/**
 * What each alternative has against a value says less than that none fits, unless the value names one of them,
 * as the settings of a field do by their type: then what that one has against it is told.
 */
function telling(errors: TLocalizedValidationError[]): TLocalizedValidationError[] {
  const told: TLocalizedValidationError[] = [];
  let alternatives: TLocalizedValidationError[] = [];
  for (const error of errors) {
    if (error.schemaPath.includes('/anyOf/')) alternatives.push(error);
    else {
      const isChoice = error.keyword === 'anyOf';
      told.push(...((isChoice && (namedAlternative(alternatives) ?? unknownAlternative(alternatives))) || [error]));
      alternatives = [];
    }
  }
  return told;
}

function namedAlternative(errors: TLocalizedValidationError[]): TLocalizedValidationError[] | undefined {
  const placeOf = ({ schemaPath }: TLocalizedValidationError) => alternativeOf(schemaPath);
  const others = new Set(errors.filter(namesAnother).map(placeOf));
  const named = errors.filter((error) => !others.has(placeOf(error)));
  const isOne = others.size > 0 && new Set(named.map(placeOf)).size === 1;
  return isOne
    ? telling(named.map((error) => ({ ...error, schemaPath: error.schemaPath.replace('/anyOf/', '/') })))
    : undefined;
}

/** Whether an alternative has against the value that it names another one. */
const namesAnother = ({ keyword, instancePath }: TLocalizedValidationError): boolean =>
  keyword === 'const' && instancePath.endsWith('/type');

/** A value that names an alternative which there is not: those that there are. */
function unknownAlternative(errors: TLocalizedValidationError[]): TLocalizedValidationError[] | undefined {
  const named = errors.filter(namesAnother);
  const [first] = named;
  if (
    !first ||
    !errors.every(({ schemaPath }) => named.some((other) => isSameAlternative(other.schemaPath, schemaPath)))
  )
    return undefined;
  const known = named.map((error) => (error.keyword === 'const' ? String(error.params.allowedValue) : ''));
  return [{ ...first, message: oneOf(known) }];
}

const alternativeOf = (schemaPath: string) => /\/anyOf\/(\d+)\//.exec(`${schemaPath}/`)?.[1];
const isSameAlternative = (a: string, b: string) => alternativeOf(a) === alternativeOf(b);

const oneOf = (known: readonly string[]): string => `must be one of ${known.join(', ')}`;

const unescapePointer = (part: string) => part.replaceAll('~1', '/').replaceAll('~0', '~');

const suspicious = /\\u(?:0000|d[89a-f])/i;

/**
 * Throws 422 where a string of a parsed JSON text holds a null byte or half a surrogate pair, which no database keeps.
 * In well-formed UTF-8 both can only come from escapes, so that a text without such escapes is not walked.
 */
export function refuseUnstorable(text: string, parsed: unknown): void {
  if (!suspicious.test(text)) return;
  const open: { value: unknown; path: string }[] = [{ value: parsed, path: '' }];
  for (let entry = open.pop(); entry; entry = open.pop()) {
    const { value, path } = entry;
    if (typeof value === 'string') refuseText(value, path);
    else if (typeof value === 'object' && value !== null) {
      for (const [key, inner] of Object.entries(value)) {
        refuseText(key, path);
        open.push({ value: inner, path: path ? `${path}.${key}` : key });
      }
    }
  }
}

function refuseText(text: string, path: string): void {
  if (text.includes('\0') || !text.isWellFormed()) {
    throw new AppError('invalid', { fields: { [path]: 'must not contain null bytes or halves of surrogate pairs' } });
  }
}

const digits = /^(0|[1-9]\d{0,15})$/;

/** Gives the texts of a path or a query the types of their shape; what is no such number stays text and is refused with it. */
export function readTexts(shape: TSchema, texts: Record<string, unknown>): Record<string, unknown> {
  const { properties } = shape as { properties?: Record<string, { type?: string }> };
  return Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [
      name,
      properties?.[name]?.type === 'integer' && typeof text === 'string' && digits.test(text) ? Number(text) : text,
    ]),
  );
}
