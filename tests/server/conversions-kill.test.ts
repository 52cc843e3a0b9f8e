import type { SaveTemplateField } from '@quartermaster/contract/endpoints/templates.ts';
import { afterEach, expect, test } from 'vitest';
import { shows } from '../specification/shows.ts';
import { startKilled } from '../support/killed-templates.ts';
import { isLong } from '../support/long.ts';
import { field } from '../support/sample-template.ts';
import { cleanUp } from '../support/server-process.ts';

afterEach(cleanUp);

const title = field('title', 'text');

/** A change of the template, a condition for its changed items, and the text that the index then has for a field. */
interface Kind {
  fields: SaveTemplateField[];
  changed: string;
  indexed: string;
  key: number;
}

test('after a server is killed while converting or computing values, the next one resumes where it stopped', async () => {
  shows('4.conversion.resumed');
  const { save, killHalfway, ended, stop, onDatabase } = await startKilled();
  const asText: SaveTemplateField = { ...field('cost', 'text'), converts: true };
  const double = field('double', 'computed-text', { formula: 'cost + cost' });
  const kinds: [Kind, Kind] = [
    {
      fields: [title, asText],
      changed: `"values"->'cost' = to_jsonb((id * 2)::text)`,
      indexed: '(id * 2)::text',
      key: 2,
    },
    {
      fields: [title, field('cost', 'text'), double],
      changed: `"values"->'double' = to_jsonb(id * 2 || '' || id * 2)`,
      indexed: `id * 2 || '' || id * 2`,
      key: 3,
    },
  ];
  // A field that is converted and one that is computed from it, at once or, in a long run, one after the other.
  const [conversion, computation] = kinds;
  const both = { fields: [title, asText, double], changed: `${conversion.changed} and ${computation.changed}` };
  for (const [index, { fields, changed }] of (isLong ? kinds : [both]).entries()) {
    await save(index + 1, fields);
    await killHalfway(changed);
    await ended();
  }
  await stop();
  for (const { changed, indexed, key } of kinds) {
    const wrong = await onDatabase(({ query }) =>
      query(
        `select id from items i where not coalesce(${changed}, false) or version <> 1
          or (select array_agg(text) from item_values v where v.template_key = i.template_key and v.item_id = i.id and v.field_key = $1)
            is distinct from array[${indexed}] limit 5`,
        [key],
      ),
    );
    expect(wrong).toEqual([]);
  }
});
