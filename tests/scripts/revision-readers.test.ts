import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

/**
 * Files that may read the column: where its meaning is defined, where differences are stored, and where only what a change
 * set has staged is read, which is always whole.
 */
const allowed = [
  'server/content/change-sets/apply/apply-repository.ts',
  'server/content/change-sets/stage/stage-repository.ts',
  'server/content/history/compact-repository.ts',
  'server/content/model/revision-values.ts',
];

/** The reads of `item_revisions."values"` in a file: by an alias, or without one. */
function readsIn(text: string): string[] {
  const aliases = [...text.matchAll(/\b(?:from|join|using|update|into) item_revisions (?:as )?(\w+)/g)]
    .map(([, alias]) => alias)
    .filter((alias) => alias !== undefined && !['where', 'order', 'on', 'limit', 'set'].includes(alias));
  const byAlias = [...new Set(aliases)].flatMap((alias) => [
    ...text.matchAll(new RegExp(`\\b${alias}\\."?values"?`, 'g')),
  ]);
  const bare = text.matchAll(/"values"[^;`']*?from item_revisions (?:where|order)/g);
  const called = text.matchAll(/\brevision_values\(/g);
  return [...byAlias, ...bare, ...called, ...text.matchAll(/\bitemRevisions\.values\b/g)].map(([read]) => read);
}

describe('the values of a revision', () => {
  test.each(
    globSync('server/**/*.ts')
      .filter((file) => /item_?revisions/i.test(readFileSync(file, 'utf8')))
      .map((file) => file.replaceAll('\\', '/'))
      .filter((file) => !allowed.includes(file)),
  )('are read with revisionValuesSql() in %s', (file) => {
    expect(readsIn(readFileSync(file, 'utf8'))).toEqual([]);
  });

  test('are noticed if they are read in another way', () => {
    expect(readsIn('select r.label, r."values" from items i join item_revisions r on true')).toEqual(['r."values"']);
    expect(readsIn('select x.values from item_revisions as x')).toEqual(['x.values']);
    expect(readsIn('select label, "values" from item_revisions where version = 1')).toHaveLength(1);
    expect(readsIn('select revision_values(r) from item_revisions r')).toHaveLength(1);
    expect(readsIn('insert into item_revisions (version, "values") select 1, i."values" from items i')).toEqual([]);
  });
});
