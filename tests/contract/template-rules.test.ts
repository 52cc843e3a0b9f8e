import { buildTree, leavesOf, type TreeField } from '@quartermaster/contract/content/template-tree.ts';
import {
  checkFields,
  checkSimilarNames,
  checkTemplate,
  reservedFieldIdSentence,
  similarNameSentence,
  templateDepth,
} from '@quartermaster/contract/rules/template.ts';
import { checkFieldName, checkTemplateId, checkTemplateName } from '@quartermaster/contract/rules/template-settings.ts';
import { describe, expect, it } from 'vitest';
import { shows } from '../specification/shows.ts';
import { field, sampleFields } from '../support/sample-template.ts';

describe('a template', () => {
  it.each([
    ['', 'Name is a required field'],
    ['  ', 'Name is a required field'],
    ['ab', 'Name must be at least 3 characters'],
    ['abc', undefined],
    ['x'.repeat(64), undefined],
    ['x'.repeat(65), 'Name must be at most 64 characters'],
  ])('has its name validated: "%s"', (name, expected) => expect(checkTemplateName(name)).toBe(expected));

  it.each([
    ['ab', 'ID must be at least 3 characters'],
    ['a_1', undefined],
    ['x'.repeat(64), undefined],
    ['x'.repeat(65), 'ID must be at most 64 characters'],
    ['a-b', 'Must include only Latin letters and numbers'],
    ['größe', 'Must include only Latin letters and numbers'],
    ['', 'ID is a required field'],
  ])('has its id validated: "%s"', (id, expected) => expect(checkTemplateId(id)).toBe(expected));

  it('is valid with every field type', () => {
    expect(checkTemplate({ id: 'thing', label: 'Thing', fields: sampleFields('thing') })).toEqual({});
    expect(checkTemplate({ id: 'image', label: 'Thing', fields: [] })).toEqual({
      id: 'This ID is reserved: no template can have the ID image, batch, manifest',
    });
  });

  it.each(['image', 'batch', 'manifest', 'Manifest', 'IMAGE'])('cannot be created with the id "%s"', (id) => {
    shows('2.3.template.image-reserved');
    const reserved = { id: 'This ID is reserved: no template can have the ID image, batch, manifest' };
    expect(checkTemplate({ id, label: 'Thing', version: 0, fields: [] })).toEqual(reserved);
    expect(checkTemplate({ id, label: 'Thing', version: 1, fields: [] })).toEqual({});
  });
});

describe('a field', () => {
  it.each([
    ['', 'required field'],
    ['id', 'please choose a different name, "id" is reserved'],
    ['ID', undefined],
    ['a-b_1', undefined],
    ['a b', 'name can only consist of Latin letters, numbers, underscores (_) and hyphens (-)'],
    ['x'.repeat(64), undefined],
    ['x'.repeat(65), 'must be at most 64 characters'],
  ])('has its name validated: "%s"', (name, expected) => expect(checkFieldName(name)).toBe(expected));

  it('has a label of at most 96 characters', () => {
    const labelled = (label: string) => checkFields([field('a', 'text', { label })])['fields.0.settings.label'];
    expect([labelled(''), labelled('x'.repeat(96)), labelled('x'.repeat(97))]).toEqual([
      'required field',
      undefined,
      'must be at most 96 characters',
    ]);
  });

  it.each([
    ['integer', { minimum: 1.5 }, { minimum: 'should be integer' }],
    ['float', { minimum: 1.5 }, {}],
    ['integer', { minimum: Number.NaN }, { minimum: 'should be a number' }],
    ['float', { maximum: Number.NaN }, { maximum: "should be a number with '.' as a decimal separator" }],
    ['text', { minimum: 2, maximum: 2 }, {}],
    ['text', { minimum: -1, maximum: -1 }, { minimum: 'should be 0 or more', maximum: 'should be 0 or more' }],
    ['text', { minimum: 0, maximum: 0 }, {}],
    ['integer', { minimum: -2, maximum: -1 }, {}],
    ['float', { minimum: -2.5, maximum: -1 }, {}],
    [
      'text',
      { minimum: 3, maximum: 2 },
      {
        minimum: 'must be less than or equal to maximum value',
        maximum: 'must be greater than or equal to minimum value',
      },
    ],
  ] as const)('has its limits validated: %s with %o', (type, limits, expected) => {
    const errors = Object.fromEntries(
      Object.entries(expected).map(([setting, reason]) => [`fields.0.settings.${setting}`, reason]),
    );
    expect(checkFields([field('a', type, { ...limits })])).toEqual(errors);
  });

  it('cannot have an id reserved by lists', () => {
    for (const id of ['id', 'label', 'image-img'])
      expect(checkFields([field(id, 'text', { name: 'x' })])).toEqual({ 'fields.0.id': reservedFieldIdSentence });
  });

  it.each([...Object.getOwnPropertyNames(Object.prototype), 'prototype'])('cannot have the id "%s"', (id) => {
    expect(checkFields([field(id, 'text', { name: 'x' })])).toEqual({ 'fields.0.id': reservedFieldIdSentence });
  });

  it('reports every forbidden id', () => {
    for (const id of ['id', 'label', 'image-img', 'prototype', 'constructor', '__proto__', 'toString'])
      expect(reservedFieldIdSentence).toMatch(new RegExp(`^this id is reserved: .*\\b${id}\\b`));
  });

  it('cannot have a name that differs only in case from another one in the same parent', () => {
    const fields = [field('a', 'text', { name: 'Damage' }), field('b', 'text', { name: 'damage' })];
    const wrong = (index: number) => ({ [`fields.${index}.settings.name`]: similarNameSentence });
    expect(checkFields(fields)).toEqual({});
    expect(checkSimilarNames(fields, [])).toEqual(wrong(1));
    expect(checkSimilarNames(fields, fields.slice(0, 1))).toEqual(wrong(1));
    // The field that already has the name keeps it, wherever it is.
    expect(checkSimilarNames(fields, fields.slice(1))).toEqual(wrong(0));
    const inGroup = [field('g', 'group', { name: 'g' }), { ...fields[1], parentId: 'g' } as TreeField];
    expect(checkSimilarNames([...inGroup, fields[0] as TreeField], [])).toEqual({});
  });

  it('keeps its existing name next to a similar one', () => {
    const fields = [field('a', 'text', { name: 'Damage' }), field('b', 'text', { name: 'damage' })];
    expect(checkSimilarNames(fields, fields)).toEqual({});
    const third = field('c', 'text', { name: 'DAMAGE' });
    expect(checkSimilarNames([...fields, third], fields)).toEqual({ 'fields.2.settings.name': similarNameSentence });
  });

  it('may share its name with one in another group', () => {
    const fields = [
      field('a', 'group'),
      field('b', 'text', { name: 'x', parentId: 'a' }),
      field('c', 'text', { name: 'x' }),
    ];
    expect(checkFields(fields)).toEqual({});
    expect(checkFields([...fields, field('d', 'integer', { name: 'x', parentId: 'a' })])).toEqual({
      'fields.3.settings.name': 'name must be unique within the same parent',
    });
  });
});

describe('the tree', () => {
  it('accepts a dynamic group in a dynamic group with another field, or in a group', () => {
    const alone = [field('a', 'dynamic-group'), field('b', 'dynamic-group', { parentId: 'a' })];
    expect(checkFields(alone)).toEqual({
      'fields.1.parentId': 'Dynamic group cannot have another dynamic group as its only child',
    });
    expect(checkFields([...alone, field('c', 'text', { parentId: 'a' })])).toEqual({});
    expect(checkFields([field('a', 'group'), field('b', 'dynamic-group', { parentId: 'a' })])).toEqual({});
  });

  it('has a maximum depth', () => {
    const nested = (depth: number) =>
      Array.from({ length: depth }, (_, index) =>
        field(`g${index}`, 'group', { parentId: index === 0 ? null : `g${index - 1}` }),
      );
    expect(checkFields(nested(templateDepth + 1))).toEqual({});
    expect(Object.keys(checkFields(nested(templateDepth + 2)))).toEqual([`fields.${templateDepth + 1}.parentId`]);
  });

  it('lists its fields in order, including those in groups', () => {
    const tree = buildTree(sampleFields('thing').toReversed());
    expect(leavesOf(tree).map(({ field: { id } }) => id)).toEqual([
      'title',
      'rarity',
      'glow',
      'price',
      'weight',
      'parent',
      'parts',
      'bonuses',
    ]);
    expect(buildTree([field('a', 'text', { parentId: 'missing' })])).toEqual([]);
  });
});
