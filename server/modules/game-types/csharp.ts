import type { ExportedItems } from './exported-files.ts';
import {
  type Declaration,
  type DeclaredObject,
  type DeclaredUnion,
  type DeclaredValues,
  type NamedType,
  nameTypes,
} from './named-types.ts';
import { sharedTypesOf } from './shared-types.ts';
import { csharpString, summaryComment } from './source-text.ts';
import { type TypeNames, typeNames } from './type-names.ts';

/** What the text uses from .NET and Newtonsoft.Json, and its own types: a type with such a name would hide it. */
const reserved = [
  ...['DateTime', 'Dictionary', 'List', 'Type', 'Newtonsoft', 'System', 'Quartermaster'],
  ...[
    'DateParseHandling',
    'JObject',
    'JsonConverter',
    'JsonConverterAttribute',
    'JsonProperty',
    'JsonPropertyAttribute',
  ],
  ...['JsonReader', 'JsonSerializer', 'JsonToken', 'JsonWriter', 'NotSupportedException'],
  ...['Files', 'RowConverter'],
];

/** Members of every object. */
const ofObject = ['Equals', 'Finalize', 'GetHashCode', 'GetType', 'MemberwiseClone', 'ReferenceEquals', 'ToString'];

/** The name of the class in a union that reads its rows. */
const converter = 'Converter';

const head = `// The types of exported files for Newtonsoft.Json. Values that can be missing are null; lists are empty then.

using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;
`;

/** Reads rows of several shapes. */
const rowConverter = `/// <summary>Reads rows as objects of the class for their type.</summary>
public abstract class RowConverter<TRow> : JsonConverter where TRow : class
{
    private readonly string key;

    protected RowConverter(string key) { this.key = key; }

    protected abstract TRow Create(string type);

    public override bool CanWrite { get { return false; } }

    public override bool CanConvert(Type type) { return type == typeof(TRow); }

    public override object ReadJson(JsonReader reader, Type type, object existing, JsonSerializer serializer)
    {
        if (reader.TokenType == JsonToken.Null) return null;
        // A text that looks like a date stays as it is.
        DateParseHandling dates = reader.DateParseHandling;
        reader.DateParseHandling = DateParseHandling.None;
        JObject row = JObject.Load(reader);
        reader.DateParseHandling = dates;
        TRow made = Create((string)row[key]);
        using (JsonReader again = row.CreateReader())
        {
            again.DateParseHandling = DateParseHandling.None;
            serializer.Populate(again, made);
        }
        return made;
    }

    public override void WriteJson(JsonWriter writer, object row, JsonSerializer serializer)
    {
        throw new NotSupportedException();
    }
}
`;

/** The types of exported files as classes for Unity; `Files` has the names of the files. */
export function csharpOf(files: readonly ExportedItems[]): string {
  const shared = sharedTypesOf(files, 'csharp');
  const taken = [...reserved, ...shared.map(({ name }) => name)];
  const named = nameTypes(files, { reserved: taken, declaresValues: true });
  const declared = named.flatMap((items) => items.declared);
  const unions = new Map(declared.flatMap((each) => (each.kind === 'union' ? [[each.name, each] as const] : [])));
  const names = membersOf('Files');
  const constants = named.flatMap(({ name, files: exported }) =>
    exported.map((file) => constant(names, `An array of ${name}.`, file.replace(/\.json$/, ''), file)),
  );
  const all = `${summaryComment('The names of the exported files.')}\npublic static class Files\n${block(constants)}`;
  const texts = [
    ...shared.map(({ text }) => text),
    ...(unions.size > 0 ? [rowConverter] : []),
    ...declared.map((each) => declarationText(each, unions)),
    all,
  ];
  return `${head}\nnamespace Quartermaster\n${block(texts)}`;
}

type Unions = ReadonlyMap<string, DeclaredUnion>;

function declarationText(declared: Declaration, unions: Unions): string {
  if (declared.kind === 'values') return valuesText(declared);
  return declared.kind === 'union' ? unionText(declared) : objectText(declared, unions);
}

function objectText({ name, about, isItem, properties, union }: DeclaredObject, unions: Unions): string {
  const base = union === null ? undefined : unions.get(union);
  const names = membersOf(name, ...(base ? [converter, typeMember(base)] : []));
  const declared = base ? properties.filter(({ type }) => type.kind !== 'shape') : properties;
  const id = isItem ? [memberText(names, 'id', 'long')] : [];
  const members = declared.map(
    ({ key, label, type }) => `${summaryComment(label)}\n${memberText(names, key, textOf(type))}`,
  );
  const from = base ? ` : ${base.name}` : '';
  return `${summaryComment(about)}\npublic class ${name}${from}\n${block([...id, ...members])}`;
}

/** The member of a union with the type of a row. */
const typeMember = ({ name, key }: DeclaredUnion): string => membersOf(name, converter).take(key);

function unionText(union: DeclaredUnion): string {
  const { name, about, key, variants } = union;
  const cases = variants.map((variant) =>
    variant.shape === null
      ? `default: return new ${variant.name}();\n`
      : `case ${csharpString(variant.shape)}: return new ${variant.name}();\n`,
  );
  const create = `protected override ${name} Create(string type)\n${block([`switch (type)\n${block([cases.join('')])}`])}`;
  const reading = [`public ${converter}() : base(${csharpString(key)}) { }\n`, create];
  const members = [
    `[JsonProperty(${csharpString(key)})]\npublic string ${typeMember(union)} { get; set; }\n`,
    `public class ${converter} : RowConverter<${name}>\n${block(reading)}`,
  ];
  return `${summaryComment(about)}\n[JsonConverter(typeof(${name}.${converter}))]\npublic abstract class ${name}\n${block(members)}`;
}

function valuesText({ name, about, values }: DeclaredValues): string {
  const names = membersOf(name);
  const constants = values.map((value) => constant(names, undefined, value, value));
  return `${summaryComment(about)}\npublic static class ${name}\n${block([constants.join('')])}`;
}

/** Names of members: other than the one of their class, and than those of every object. */
const membersOf = (className: string, ...others: string[]): TypeNames => typeNames([className, ...ofObject, ...others]);

const memberText = (names: TypeNames, key: string, type: string): string =>
  `[JsonProperty(${csharpString(key)})]\npublic ${type} ${names.take(key)} { get; set; }\n`;

const constant = (names: TypeNames, about: string | undefined, name: string, value: string): string =>
  `${about === undefined ? '' : `${summaryComment(about)}\n`}public const string ${names.take(name)} = ${csharpString(value)};\n`;

/** Texts between braces, each after an empty line except the first. */
const block = (texts: readonly string[]): string => `{\n${indented(texts.join('\n'))}}\n`;

const indented = (text: string): string => text.replaceAll(/^(?=.)/gm, '    ');

/** A type as source text. */
function textOf(type: NamedType): string {
  if (type.kind === 'shape') return 'string';
  if (type.kind === 'object') return type.name;
  if (type.kind === 'rows') return `List<${type.name}>`;
  const { type: entry, isStruct } = type.of.csharp;
  if (type.isList) return `List<${entry}>`;
  return isStruct ? `${entry}?` : entry;
}
