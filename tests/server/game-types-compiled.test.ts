import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import { buildTree } from '@quartermaster/contract/content/template-tree.ts';
import type { SaveTemplateField } from '@quartermaster/contract/endpoints/templates.ts';
import { exportedKinds } from '@quartermaster/contract/field-types/exported-kinds.ts';
import { type FieldType, fieldTypes } from '@quartermaster/contract/field-types/registry.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { exportItem } from '../../server/core/files/export-item.ts';
import type { StoredField } from '../../server/core/tables/content.ts';
import { abilityFields, abilityValues as dotaValues } from '../../server/demo/dota-abilities.ts';
import { readDota } from '../../server/demo/dota-source.ts';
import { cppOf } from '../../server/modules/game-types/cpp.ts';
import { csharpOf } from '../../server/modules/game-types/csharp.ts';
import { describeFiles, type ExportedItems } from '../../server/modules/game-types/exported-files.ts';
import { shows } from '../specification/shows.ts';
import { cppCompiler, csharpCompiler, programFolder } from '../support/compilers.ts';
import { misfits, outlineOf } from '../support/csharp-outline.ts';
import { isOfRow, ownSettings, sampleValues } from '../support/field-values.ts';
import { field, inOrder } from '../support/sample-template.ts';
import { abilityFields as shapeFields, abilityValues as shapeValues } from '../support/shape-fields.ts';

const types = (Object.keys(fieldTypes) as FieldType[]).filter(
  (type) => fieldTypes[type].holds === 'value' && !isOfRow(type),
);

/** A field of each type, in a group and in rows. */
const everyType = inOrder([
  field('nested', 'group'),
  ...types.map((type) => field(`in-${type}`, type, { name: type, parentId: 'nested', ...ownSettings(type, 'thing') })),
  field('rows', 'dynamic-group'),
  ...types.map((type) => field(`row-${type}`, type, { name: type, parentId: 'rows', ...ownSettings(type, 'thing') })),
]);

const everyValue: ItemValues = {
  ...Object.fromEntries(types.map((type) => [`in-${type}`, sampleValues(type)[0] ?? null])),
  rows: types.flatMap((one) => sampleValues(one).map((each) => ({ [`row-${one}`]: each }))),
};

/** Keys that are keywords, macros, members of every object, types, alike, or no names at all. */
const hostileKeys = [
  ...['class', 'int', 'EOF', 'NULL', 'p_i', 'a-b', 'a_b', 'aB', 'AB', '7', '7_7', '-', '__', 'hostile', 'Hostile'],
  ...[
    'toString',
    'Equals',
    'getType',
    'visit',
    'shape',
    'std',
    'quartermaster',
    'Texts',
    'Reference',
    'Converter',
    'Id',
  ],
];
const labels = [
  '*/ }; // "quotes" \\',
  '/* begun </summary> & <b>',
  'two\nlines\u2028three\u0085four\r} five',
  'Größe 剣 ??/ %s $0 `',
];
const hostileFields = inOrder([
  ...hostileKeys.map((key, place) =>
    field(`f${place}`, 'text', { name: key, label: labels[place % labels.length] ?? '' }),
  ),
  field('group', 'group', { name: 'struct', label: 'A struct' }),
  field('inner', 'group', { name: 'struct', parentId: 'group' }),
  field('empty', 'group', { name: 'empty', parentId: 'inner' }),
  field('texts', 'localised-text', { name: 'texts', parentId: 'group' }),
  field('reference', 'mixed-item-link', {
    ...ownSettings('mixed-item-link', 'thing'),
    name: 'reference',
    parentId: 'group',
  }),
  field('choice', 'choice', {
    options: ['class', '0', 'a-b', 'a_b', 'NULL', 'enum'].map((id) => ({ id, label: `${id} */` })),
    name: 'enum',
  }),
]);

/** Keys that the console refuses. */
const handmade: ExportedItems = {
  templateId: 'größe',
  label: labels.join(' '),
  files: ['größe.json'],
  isTranslated: false,
  properties: ['grö"ße\\', '剣', '\u2028\u0085', 'a??/b', '*/'].map((key) => ({
    key,
    label: key,
    type: { kind: 'value', of: exportedKinds.integer, isList: false, range: { options: [], templates: [] } },
  })),
};

interface Content {
  id: string;
  fields: readonly SaveTemplateField[];
  values: readonly ItemValues[];
}

const shapes = shapeFields().map((each) =>
  each.id === 'kind'
    ? {
        ...each,
        settings: { ...each.settings, options: ['damage', 'heal', 'summon'].map((id) => ({ id, label: id })) },
      }
    : each,
) as SaveTemplateField[];

const contents: Content[] = [
  { id: 'thing', fields: everyType, values: [everyValue] },
  { id: 'storms', fields: shapes, values: [shapeValues, { ...shapeValues, effects: [{ chance: 1 }] }] },
  { id: 'ability', fields: abilityFields, values: [] },
  { id: 'hostile', fields: hostileFields, values: [{ choice: 'a_b', texts: { en: { text: '*/' } } }] },
  ...['NULL', 'list', 'files', 'date_time', 'json_property', 'row_converter', 'thing_rows', 'int64_t', 'id_'].map(
    (id) => ({
      id,
      fields: inOrder([field('one', 'integer'), field('self', 'text', { name: id })]),
      values: [{ one: 1 }],
    }),
  ),
];

let described: ExportedItems[];
/** The text of each file, by its name. */
const files: Record<string, string> = {
  'größe.json': `[${JSON.stringify({ id: 1, 'grö"ße\\': 1, 剣: 2, '\u2028\u0085': 3, 'a??/b': 4, '*/': null })}]`,
};

beforeAll(async () => {
  const { abilities } = await readDota();
  const demo = Object.entries(abilities)
    .slice(0, 100)
    .map(([key, ability]) => dotaValues(key, ability));
  for (const { id, fields, values } of contents) {
    const tree = buildTree(stored(fields));
    const all = id === 'ability' ? demo : [...values, {}];
    const languages = id === 'thing' ? [undefined, 'pt-BR'] : [undefined];
    for (const language of languages) {
      const lines = all.map((each, place) => exportItem(tree, place + 1, each, language));
      files[language === undefined ? `${id}.json` : `${id}.${language}.json`] = `[\n${lines.join(',\n')}\n]\n`;
    }
  }
  const templates = contents.map(({ id, fields }) => ({ id, label: `The ${id} */`, fields: stored(fields) }));
  described = [...describeFiles(templates.slice(0, 1), ['pt-BR']), ...describeFiles(templates.slice(1), []), handmade];
  expect(described.flatMap((each) => each.files).sort()).toEqual(Object.keys(files).sort());
});

const stored = (fields: readonly SaveTemplateField[]): StoredField[] =>
  fields.map((each, key) => ({ ...each, key, created_at: '', updated_at: '' }) as StoredField);

const folders: { remove: () => void }[] = [];
afterAll(() => {
  for (const { remove } of folders) remove();
});

test('C++ types compile, and exported files are read into them and written back value by value', async () => {
  shows('4.readers.cpp', '4.readers.shapes', '4.readers.names');
  const text = cppOf(described);
  const constants = [...text.matchAll(/\/\*\* An array of (\w+)\. \*\/\ninline constexpr const char\* (\w+) = /g)];
  const calls = constants.map(
    ([, type, file]) => `  read_back<quartermaster::${type}>(quartermaster::files::${file});\n`,
  );
  expect(calls).toHaveLength(Object.keys(files).length);
  const program = programFolder({
    ...files,
    'quartermaster.h': text,
    'read-back.h': readFileSync(join(import.meta.dirname, '../support/cpp/read-back.h'), 'utf8'),
    'game.cpp': `#include "quartermaster.h"\n#include "read-back.h"\nint main() {\n${calls.join('')}}\n`,
  });
  folders.push(program);
  const strict = ['-std=c++17', '-Wall', '-Wextra', '-pedantic', '-Werror'];
  expect(await program.run(cppCompiler(), ...strict, 'game.cpp', '-o', 'game')).toEqual({ code: 0, output: '' });
  const { code, output } = await program.run(join(program.folder, 'game'));
  expect({ code, output }).toMatchObject({ code: 0 });
  for (const [name, whole] of Object.entries(files))
    expect(JSON.parse(readFileSync(join(program.folder, `${name}.back`), 'utf8')), name).toEqual(JSON.parse(whole));
}, 120_000);

test('C# types are classes with unique names, which every value of exported files fits', async () => {
  shows('4.readers.csharp', '4.readers.shapes', '4.readers.names');
  const text = csharpOf(described);
  const classes = outlineOf(text);
  const names = new Map(
    [...text.matchAll(/An array of (\w+)\.<\/summary>\n *public const string (\w+) =/g)].map(([, type, name]) => [
      name,
      type,
    ]),
  );
  const wrong = (classes.get('Files')?.members ?? []).flatMap(({ name, value = '' }) =>
    misfits(classes, `List<${names.get(name)}>`, JSON.parse(files[value] ?? 'null'), value),
  );
  expect(
    classes
      .get('Files')
      ?.members.map(({ value }) => value)
      .sort(),
  ).toEqual(Object.keys(files).sort());
  expect(wrong).toEqual([]);
  const storms = (row: object) =>
    misfits(classes, 'List<StormsEffectsRow>', [
      { type: 'heal', chance: null, amount: 1, over: { seconds: 1 }, ...row },
    ]);
  expect(storms({})).toEqual([]);
  for (const row of [{ amount: '1' }, { type: 'damage' }, { other: 1 }, { over: null }])
    expect(storms(row)).not.toEqual([]);
  // Debian's mono-mcs has no Newtonsoft.Json.
  const compiler = csharpCompiler();
  if (compiler === undefined) return;
  const program = programFolder({
    'Quartermaster.cs': text,
    'Newtonsoft.cs': readFileSync(join(import.meta.dirname, '../support/csharp/newtonsoft.cs'), 'utf8'),
  });
  folders.push(program);
  const compiled = await program.run(
    compiler,
    '-langversion:7',
    '-warnaserror',
    '-target:library',
    'Quartermaster.cs',
    'Newtonsoft.cs',
  );
  expect(compiled).toEqual({ code: 0, output: '' });
}, 120_000);
