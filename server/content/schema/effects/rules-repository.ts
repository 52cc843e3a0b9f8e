import type { Query } from '../../../core/database/database.ts';
import { sqlText } from '../../../core/database/sql-text.ts';
import type { SampledItem } from './effects-repository.ts';

/** Limits of a page, which keep the embedded database, one connection, from other calls for some milliseconds. */
const pageItems = 500;
const pageBytes = 512 * 1024;

/** All items of a template, in pages. */
export async function* readPages(query: Query, templateKey: number): AsyncGenerator<SampledItem[]> {
  for (let after = 0; ; ) {
    const page = await query<SampledItem>(
      sqlText`
        select i.id, i.label, i."values"
        from (
          select id, sum(bytes) over (order by id) - bytes as bytes_before
          from (select id, bytes from items where template_key = $1 and id > $2 order by id limit ${pageItems}) n
        ) p
        join items i on i.template_key = $1 and i.id = p.id
        where p.bytes_before < ${pageBytes}
        order by i.id
      `,
      [templateKey, after],
      'try-rules',
    );
    const last = page.at(-1);
    if (!last) return;
    yield page;
    after = last.id;
  }
}
