import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import { buildTree } from '@quartermaster/contract/content/template-tree.ts';
import type { Input } from '@quartermaster/contract/endpoints/endpoint.ts';
import { gameTypes } from '@quartermaster/contract/endpoints/game-types.ts';
import { projects } from '@quartermaster/contract/endpoints/projects.ts';
import type { SaveTemplateField } from '@quartermaster/contract/endpoints/templates.ts';
import { type ExportedKind, exportedKinds } from '@quartermaster/contract/field-types/exported-kinds.ts';
import { type FieldType, fieldTypeOf, fieldTypes, isListType } from '@quartermaster/contract/field-types/registry.ts';
import type { GameLanguage } from '@quartermaster/contract/game-languages.ts';
import { Compile } from 'typebox/schema';
import { expect, test } from 'vitest';
import { exportItem } from '../../server/core/files/export-item.ts';
import type { StoredField } from '../../server/core/tables/content.ts';
import { abilityFields, abilityValues as dotaValues } from '../../server/demo/dota-abilities.ts';
import { readDota } from '../../server/demo/dota-source.ts';
import { describeFiles, type ExportedTemplate } from '../../server/modules/game-types/exported-files.ts';
import { jsonSchemaOf } from '../../server/modules/game-types/json-schema.ts';
import { typescriptOf } from '../../server/modules/game-types/typescript.ts';
import { shows } from '../specification/shows.ts';
import { errorsOf } from '../support/compile-typescript.ts';
import { isOfRow, ownSettings, sampleValues } from '../support/field-values.ts';
import { field, inOrder, saveTemplate } from '../support/sample-template.ts';
import { startTestServer } from '../support/server.ts';
import { abilityFields as shapeFields, abilityValues as shapeValues } from '../support/shape-fields.ts';

const types = (Object.keys(fieldTypes) as FieldType[]).filter(
  (type) => fieldTypes[type].holds === 'value' && !isOfRow(type),
);

/** A field of each type, alone, in a group and in rows. */
const everyType = inOrder([
  ...types.map((type) => field(type, type, { name: type, ...ownSettings(type, 'thing') })),
  field('nested', 'group', { label: 'A group */ that ends no comment' }),
  ...types.map((type) => field(`in-${type}`, type, { name: type, parentId: 'nested', ...ownSettings(type, 'thing') })),
  field('rows', 'dynamic-group'),
  ...types.map((type) => field(`row-${type}`, type, { name: type, parentId: 'rows', ...ownSettings(type, 'thing') })),
  field('7', 'integer', { name: '7' }),
]);

const stored = (fields: readonly SaveTemplateField[]): StoredField[] =>
  fields.map((each, key) => ({ ...each, key, created_at: '', updated_at: '' }) as StoredField);

/** The samples of each type one after the other, and an item without a value. */
const everyValue: ItemValues[] = [0, 1, 2, 3].map((turn) =>
  Object.fromEntries(
    types.flatMap((type) => {
      const samples = sampleValues(type);
      const value = samples[turn % samples.length];
      if (value === undefined) return [];
      return [
        [type, value],
        [`in-${type}`, value],
        ['rows', types.flatMap((one) => sampleValues(one).map((each) => ({ [`row-${one}`]: each })))],
      ];
    }),
  ),
);

interface Content extends ExportedTemplate {
  values: readonly ItemValues[];
}

const contentOf = (id: string, fields: readonly SaveTemplateField[], values: readonly ItemValues[]): Content => ({
  id,
  label: id,
  fields: stored(fields),
  values,
});

/** The files of an export, by their names. */
const filesOf = (contents: readonly Content[], languages: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    contents.flatMap(({ id, fields, values }) =>
      [undefined, ...languages].map((language) => {
        const tree = buildTree(fields);
        const lines = [...values, {}].map((each, place) => exportItem(tree, place + 1, each, language));
        return [language === undefined ? `${id}.json` : `${id}.${language}.json`, `[${lines.join(',\n')}]`] as const;
      }),
    ),
  );

/** The compiler's errors in a program that has the files as literals of their types. */
const errorsIn = (types: string, files: Readonly<Record<string, string>>): string[] =>
  errorsOf({
    'quartermaster.ts': types,
    'game.ts': `import type { Files } from './quartermaster.ts';\nexport const files: Files = {${Object.entries(files)
      .map(([name, text]) => `${JSON.stringify(name)}: ${text},\n`)
      .join('')}};`,
  });

/** The problems of files by their schemas. */
const problemsIn = (schema: string, files: Readonly<Record<string, string>>): string[] => {
  const { $defs } = JSON.parse(schema);
  expect(Object.keys($defs).sort()).toEqual(Object.keys(files).sort());
  return Object.entries(files).flatMap(([name, text]) =>
    Compile($defs[name])
      .Errors(JSON.parse(text))[1]
      .map(({ instancePath, message }) => `${name}${instancePath} ${message}`),
  );
};

const shapes = inOrder([
  ...shapeFields().map((each) =>
    each.id === 'kind'
      ? {
          ...each,
          settings: { ...each.settings, options: ['damage', 'heal', 'summon'].map((id) => ({ id, label: id })) },
        }
      : each,
  ),
]) as SaveTemplateField[];

test('every value of exported files fits the generated types: each field type, rows of several shapes, the demo', async () => {
  shows('4.readers.typescript', '4.readers.json-schema', '4.readers.languages');
  const { abilities } = await readDota();
  const demo = Object.entries(abilities)
    .slice(0, 200)
    .map(([key, ability]) => dotaValues(key, ability));
  const contents = [
    contentOf('thing', everyType, everyValue),
    contentOf('storms', shapes, [shapeValues, { ...shapeValues, effects: [{ chance: 1 }] }]),
    contentOf('ability', abilityFields, demo),
  ];
  const described = describeFiles(contents, ['en', 'pt-BR']);
  const localised = filesOf(contents.slice(0, 1), ['en', 'pt-BR']);
  const files = { ...localised, ...filesOf(contents.slice(1), []) };
  expect(Object.keys(files)).toContain('thing.pt-BR.json');
  expect(errorsIn(typescriptOf(described), files)).toEqual([]);
  expect(problemsIn(jsonSchemaOf(described), files)).toEqual([]);
});

/** As JSON, by what a type exports as; others have no truth value. */
const wrongValues: ReadonlyMap<ExportedKind | undefined, readonly string[]> = new Map<ExportedKind, readonly string[]>([
  [exportedKinds.boolean, ['"true"']],
  [exportedKinds.option, ['false', '"mythic"']],
  [exportedKinds.reference, ['false', '1', '{"template":"hero","id":1}', '{"template":"thing"}']],
  [exportedKinds.texts, ['false', '"Sword"', '{"en":1}']],
]);

test('wrong, missing and unknown values fit neither, for each field type', () => {
  shows('4.readers.typescript', '4.readers.json-schema');
  const contents = types.map((type) =>
    contentOf(type, inOrder([field('one', type, { name: 'one', ...ownSettings(type, 'thing') })]), []),
  );
  const described = describeFiles(contents, []);
  const wrong = types.flatMap((type) => {
    const values = wrongValues.get(fieldTypeOf(type).exported?.kind) ?? ['false'];
    const wholes = values.map((value) => `{"id":1,"one":${isListType(type) ? `[${value}]` : value}}`);
    return [...wholes, '{"id":1}', '{"id":1,"one":null,"other":null}', '{"one":null}'].map((item) => ({
      file: `${type}.json`,
      item,
    }));
  });
  // The compiler reports a line that has no error.
  const lines = wrong.map(
    ({ file, item }, place) =>
      `// @ts-expect-error: ${file}\nexport const wrong${place}: Files[${JSON.stringify(file)}] = [${item}];\n`,
  );
  const game = `import type { Files } from './quartermaster.ts';\n${lines.join('')}`;
  expect(errorsOf({ 'quartermaster.ts': typescriptOf(described), 'game.ts': game })).toEqual([]);
  const { $defs } = JSON.parse(jsonSchemaOf(described));
  const accepted = wrong.filter(({ file, item }) => Compile($defs[file]).Check(JSON.parse(`[${item}]`)));
  expect(accepted).toEqual([]);
});

test('a row has the fields of its shape, and no other', () => {
  shows('4.readers.shapes');
  const described = describeFiles([contentOf('storms', shapes, [])], []);
  const filesWith = (row: string) => ({ 'storms.json': `[{"id":1,"title":null,"effects":[${row}]}]` });
  const right = filesWith('{"type":"damage","chance":1,"amount":2,"element":null}');
  expect(errorsIn(typescriptOf(described), right)).toEqual([]);
  expect(problemsIn(jsonSchemaOf(described), right)).toEqual([]);
  const wrong = filesWith('{"type":"heal","chance":1,"amount":2,"element":null}');
  expect(errorsIn(typescriptOf(described), wrong)).not.toEqual([]);
  expect(problemsIn(jsonSchemaOf(described), wrong)).not.toEqual([]);
});

test('types of templates whose names differ only in signs have names of their own', () => {
  const names = ['a_b', 'aB', 'files', '7', 'array'].map((id) => contentOf(id, inOrder([field('one', 'text')]), []));
  const text = typescriptOf(describeFiles(names, []));
  for (const name of ['AB', 'AB2', 'Files2', 'T7', 'Array']) expect(text).toContain(`export interface ${name} {`);
  expect(errorsIn(text, filesOf(names, []))).toEqual([]);
});

test('a kind of values declares its type once, and only where a field has such values', () => {
  const color: ExportedKind = {
    ...exportedKinds.text,
    typescript: {
      type: () => 'Color',
      declared: { name: 'Color', text: `export type Color = \`#\${string}\`;\n` },
    },
  };
  const typesWith = (of: ExportedKind) => {
    const range = { options: [], templates: [] };
    const properties = ['one', 'two'].map((key) => ({
      ...{ key, label: key },
      type: { kind: 'value' as const, of, isList: false, range },
    }));
    return typescriptOf([{ templateId: 'color', label: 'Color', files: ['a.json'], isTranslated: false, properties }]);
  };
  const text = typesWith(color);
  expect(text).toContain('export interface Color2 {');
  expect(errorsIn(text, { 'a.json': '[{"id":1,"one":"#1c5fd4","two":null}]' })).toEqual([]);
  expect(errorsIn(text, { 'a.json': '[{"id":1,"one":"blue","two":null}]' })).not.toEqual([]);
  expect(typesWith(exportedKinds.text)).toContain('export interface Color {');
});

test('the server writes those of the current templates, in the languages that have files', async () => {
  shows('4.readers.current');
  const server = await startTestServer();
  const { dev, projectId } = server.studio;
  await saveTemplate(server, 'thing', inOrder([field('title', 'localised-text')]), { label: 'Thing' });
  const get = (language: GameLanguage) =>
    server.send(gameTypes.get, { params: { instanceId: dev, language } }, { as: 'owner' });
  expect((await get('typescript')).headers['content-disposition']).toContain('quartermaster.ts');
  const setLanguages = (body: Input<typeof projects.setLanguages>['body']) =>
    server.call(projects.setLanguages, { params: { projectId }, body }, { as: 'owner' });
  await setLanguages({ languages: ['en', 'de'] });
  expect((await get('typescript')).body).not.toContain('thing.de.json');
  await setLanguages({ file_per_language: true });
  expect((await get('typescript')).body).toContain('readonly "thing.de.json": readonly ThingTranslated[];');
  expect(Object.keys(JSON.parse(String((await get('json-schema')).body)).$defs)).toEqual(
    expect.arrayContaining(['thing.json', 'thing.en.json', 'thing.de.json']),
  );
});
