import type { ExportedKind } from '@quartermaster/contract/field-types/exported-kinds.ts';
import { type FieldType, fieldTypeOf, fieldTypes } from '@quartermaster/contract/field-types/registry.ts';
import { Compile } from 'typebox/schema';

/** A member of a class; `key` is that of its `JsonProperty`, and undefined for a constant. */
interface Member {
  name: string;
  type: string;
  key: string | undefined;
  value: string | undefined;
}

/** A class of generated C#. */
interface CsharpClass {
  name: string;
  base: string | undefined;
  isAbstract: boolean;
  members: Member[];
  /** The classes by the type of a row, `null` for rows without one; of the class that reads a union. */
  cases: Map<string | null, string>;
}

/** The keywords of C#, which are no names. */
const keywords = new Set(
  `abstract as base bool break byte case catch char checked class const continue decimal default delegate do double else enum event
  explicit extern false finally fixed float for foreach goto if implicit in int interface internal is lock long namespace new null
  object operator out override params private protected public readonly ref return sbyte sealed short sizeof stackalloc static string
  struct switch this throw true try typeof uint ulong unchecked unsafe ushort using virtual void volatile while`.split(
    /\s+/,
  ),
);

/** The kinds of values by the C# types that they declare. */
const kinds: ReadonlyMap<string, ExportedKind> = new Map(
  (Object.keys(fieldTypes) as FieldType[]).flatMap((type) => {
    const kind = fieldTypeOf(type).exported?.kind;
    return kind?.csharp.declared ? [[kind.csharp.declared.name, kind] as const] : [];
  }),
);

/** What is not a keyword and not declared in the text. */
const known = new Set(['List', 'Dictionary', 'DateTime']);

const token =
  /[ \n]+|\/\/[^\n\r\u0085\u2028\u2029]*\n|"(?:[ !#-[\]-~]|\\["\\nrtbf]|\\u[0-9a-f]{4})*"|[A-Za-z_]\w*|[{}()[\]<>:;,.=?]/y;

/** The tokens of a text, without comments; throws for anything that is none, such as a line outside of a comment. */
function tokensOf(text: string): string[] {
  const tokens: string[] = [];
  token.lastIndex = 0;
  while (token.lastIndex < text.length) {
    const start = token.lastIndex;
    const found = token.exec(text)?.[0];
    if (found === undefined) throw new Error(`no C#: ${text.slice(start, start + 60)}`);
    if (!/^[ \n/]/.test(found)) tokens.push(found);
  }
  return tokens;
}

/**
 * The classes of generated C#, by their names. Throws if braces do not match, names are keywords or not unique, or a member has
 * a type that is declared nowhere.
 */
export function outlineOf(text: string): Map<string, CsharpClass> {
  const classes = new Map<string, CsharpClass>();
  const tokens = tokensOf(text);
  const open: (CsharpClass | undefined)[] = [];
  let next: CsharpClass | undefined;
  let key: string | undefined;
  const nameAt = (place: number): string => {
    const name = tokens[place] ?? '';
    if (!/^[A-Z]\w*$/.test(name) || keywords.has(name)) throw new Error(`${name} is no name`);
    return name;
  };
  for (const [place, one] of tokens.entries()) {
    const [after, second] = [tokens[place + 1], tokens[place + 2]];
    const current = open.findLast((each) => each !== undefined);
    if (one === '{') {
      open.push(next);
      next = undefined;
    } else if (one === '}') {
      if (open.length === 0) throw new Error('too many braces');
      open.pop();
    } else if ((one === 'class' && tokens[place - 1] !== ':') || one === 'struct') {
      // `where TRow : class` is none.
      const outer = current?.name;
      const name = outer === undefined ? nameAt(place + 1) : `${outer}.${nameAt(place + 1)}`;
      const base = second === ':' ? tokens[place + 3] : undefined;
      next = { name, base, isAbstract: tokens[place - 1] === 'abstract', members: [], cases: new Map() };
      if (classes.has(name)) throw new Error(`${name} is declared twice`);
      classes.set(name, next);
    } else if (one === 'JsonProperty' && tokens[place - 1] === '[') {
      key = JSON.parse(second ?? '');
    } else if (
      current &&
      ((after === '{' && second === 'get' && tokens[place + 3] === ';') || (after === '=' && second?.startsWith('"')))
    ) {
      const start = tokens.lastIndexOf('public', place);
      const type = tokens
        .slice(start + 1, place)
        .join('')
        .replace(/^conststring/, 'string');
      const value = after === '=' ? JSON.parse(second ?? '') : undefined;
      current.members.push({ name: nameAt(place), type, key, value });
      key = undefined;
    } else if (current && one === 'new' && tokens[place - 1] === 'return') {
      if (tokens[place - 3] === 'default') current.cases.set(null, nameAt(place + 1));
      else if (tokens[place - 4] === 'case') current.cases.set(JSON.parse(tokens[place - 3] ?? ''), nameAt(place + 1));
    }
  }
  if (open.length > 0) throw new Error('too few braces');
  for (const each of classes.values()) checkClass(each, classes);
  return classes;
}

/** The properties of a class, those of its base first. */
const membersOf = (classes: ReadonlyMap<string, CsharpClass>, name: string): Member[] => {
  const found = classes.get(name);
  return found ? [...(found.base ? membersOf(classes, found.base) : []), ...found.members] : [];
};

function checkClass({ name, members }: CsharpClass, classes: ReadonlyMap<string, CsharpClass>): void {
  const names = membersOf(classes, name).map((member) => member.name);
  const nested = [...classes.keys()].flatMap((each) =>
    each.startsWith(`${name}.`) ? [each.slice(name.length + 1)] : [],
  );
  const all = [...names, ...nested, name];
  if (new Set(all).size < all.length) throw new Error(`the members of ${name} are not unique: ${all.join(', ')}`);
  for (const { type } of members)
    for (const part of type.match(/[A-Za-z_]\w*/g) ?? [])
      if (!keywords.has(part) && !known.has(part) && !classes.has(part))
        throw new Error(`${part} in ${name} is declared nowhere`);
}

/** Why a value of an exported file does not fit a type of the classes; empty if it does. */
export function misfits(classes: ReadonlyMap<string, CsharpClass>, type: string, value: unknown, at = ''): string[] {
  const wrong = [`${at}: ${JSON.stringify(value)} is no ${type}`];
  const [, entry] = /^List<(.*)>$/.exec(type) ?? [];
  if (entry !== undefined)
    return Array.isArray(value)
      ? value.flatMap((one, place) => misfits(classes, entry, one, `${at}[${place}]`))
      : wrong;
  if (type.endsWith('?')) return value === null ? [] : misfits(classes, type.slice(0, -1), value, at);
  switch (type) {
    case 'long':
      return Number.isSafeInteger(value) ? [] : wrong;
    case 'double':
      return typeof value === 'number' ? [] : wrong;
    case 'bool':
      return typeof value === 'boolean' ? [] : wrong;
    case 'DateTime':
      return typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(value) ? [] : wrong;
    case 'string':
      return typeof value === 'string' || value === null ? [] : wrong;
    case 'Dictionary<string,string>':
      return value === null || (isObject(value) && Object.values(value).every((text) => typeof text === 'string'))
        ? []
        : wrong;
    default:
      return misfitsOfClass(classes, type, value, at);
  }
}

function misfitsOfClass(classes: ReadonlyMap<string, CsharpClass>, name: string, value: unknown, at: string): string[] {
  const kind = kinds.get(name);
  if (value === null && kind) return [];
  const found = classes.get(name);
  // A type that reads something else than an object.
  if (found && kind && found.members.every(({ key }) => key === undefined))
    return Compile(kind.jsonSchema({ options: [], templates: [] })).Check(value)
      ? []
      : [`${at}: ${JSON.stringify(value)} is no ${name}`];
  if (!found || !isObject(value)) return [`${at}: ${JSON.stringify(value)} is no ${name}`];
  if (found.isAbstract) {
    const shape = value[found.members[0]?.key ?? ''];
    const own = classes.get(`${name}.Converter`)?.cases.get(shape === undefined ? null : (shape as string | null));
    return own === undefined ? [`${at}: ${shape} is no shape of ${name}`] : misfits(classes, own, value, at);
  }
  const members = membersOf(classes, name);
  const keys = members.map(({ key }) => key).sort();
  const rest =
    JSON.stringify(Object.keys(value).sort()) === JSON.stringify(keys)
      ? []
      : [`${at}: ${Object.keys(value)} are not ${keys}`];
  return [
    ...rest,
    ...members.flatMap(({ key = '', type }) => misfits(classes, type, value[key] ?? null, `${at}.${key}`)),
  ];
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
