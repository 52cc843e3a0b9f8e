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
import { blockComment, cppString } from './source-text.ts';
import { type TypeNames, typeNames } from './type-names.ts';

const head = `// The types of exported files, for C++17 without a library. visit() of an object calls a function with the key and the member
// of each property, with which any JSON library can read and write it.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace quartermaster {
`;

/** The types of exported files as a header; the namespace `files` has their names. */
export function cppOf(files: readonly ExportedItems[]): string {
  const shared = sharedTypesOf(files, 'cpp');
  const reserved = shared.map(({ name }) => name);
  const named = nameTypes(files, { reserved, declaresValues: true, spell });
  const names = members([]);
  const constants = named.flatMap(({ name, files: exported }) =>
    exported.map(
      (file) =>
        `${blockComment(`An array of ${name}.`)}\ninline constexpr const char* ${names.take(file.replace(/\.json$/, ''))} = ${cppString(file)};\n`,
    ),
  );
  const all = `/** The names of the exported files. */\nnamespace files {\n${constants.join('')}}  // namespace files\n`;
  // What a type consists of has to be complete before it.
  const declared = named.flatMap((items) => items.declared.toReversed());
  const unions = new Map(declared.flatMap((each) => (each.kind === 'union' ? [[each.name, each] as const] : [])));
  const texts = [
    head,
    ...shared.map(({ text }) => text),
    ...declared.map((each) => declarationText(each, unions)),
    all,
  ];
  return `${texts.join('\n')}\n}  // namespace quartermaster\n`;
}

/** Names in capitals are those of macros. */
const spell = (name: string): string =>
  /^[A-Z][A-Z0-9]+$/.test(name) ? name.charAt(0) + name.slice(1).toLowerCase() : name;

/** Names of members: other than those of the types around them. */
const members = (taken: readonly string[]): TypeNames => typeNames(taken, spell);

function declarationText(declared: Declaration, unions: ReadonlyMap<string, DeclaredUnion>): string {
  if (declared.kind === 'values') return valuesText(declared);
  return declared.kind === 'union' ? unionText(declared) : objectText(declared, unions);
}

function objectText(
  { name, about, isItem, properties, union }: DeclaredObject,
  unions: ReadonlyMap<string, DeclaredUnion>,
): string {
  const types = properties.map(({ type }) => textOf(type));
  // In a structure, a name means one thing.
  const names = members([name, ...types.flatMap((text) => text.match(/\w+/g) ?? [])]);
  const id = isItem ? [idMember(names.take('id'))] : [];
  const fields = properties.map(({ key, label }, index) => {
    const member = names.take(key);
    return { key, name: member, text: `${blockComment(label)}\n  ${types[index]} ${member};` };
  });
  const all = [...id, ...fields];
  const shape = shapeText(name, union === null ? undefined : unions.get(union));
  const visits = all.map((member) => `    visitor(${cppString(member.key)}, self.${member.name});\n`);
  const unused = all.length === 0 ? '    (void)self;\n    (void)visitor;\n' : '';
  return `${blockComment(about)}
struct ${name} {
${shape}${all.map(({ text }) => `  ${text}\n`).join('')}
  template <class Self, class Visitor>
  static void visit(Self& self, Visitor&& visitor) {
${unused}${visits.join('')}  }
};
`;
}

const idMember = (name: string) => ({ key: 'id', name, text: `std::int64_t ${name} = 0;` });

/** By which value of which property a row is one of this shape. */
function shapeText(name: string, union: DeclaredUnion | undefined): string {
  if (!union) return '';
  const shape = union.variants.find((variant) => variant.name === name)?.shape ?? null;
  return `  static constexpr const char* shape_key = ${cppString(union.key)};
  static constexpr const char* shape = ${shape === null ? 'nullptr' : cppString(shape)};

`;
}

const unionText = ({ name, about, variants }: DeclaredUnion): string =>
  `${blockComment(about)}\nusing ${name} = std::variant<${variants.map((variant) => variant.name).join(', ')}>;\n`;

function valuesText({ name, about, values }: DeclaredValues): string {
  const names = members([name]);
  const constants = values.map(
    (value) => `  static constexpr const char* ${names.take(value)} = ${cppString(value)};\n`,
  );
  return `${blockComment(about)}\nstruct ${name} {\n${constants.join('')}};\n`;
}

/** A type as source text. */
function textOf(type: NamedType): string {
  if (type.kind === 'shape') return 'std::optional<std::string>';
  if (type.kind === 'object') return type.name;
  if (type.kind === 'rows') return `std::vector<${type.name}>`;
  return `std::${type.isList ? 'vector' : 'optional'}<${type.of.cpp.type}>`;
}
