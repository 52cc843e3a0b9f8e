import { sqlText } from '../../core/database/sql-text.ts';
import { type Listed, listedCte, rowColumns, sourceSql } from './list-sql.ts';
import { type PageQuery, pageStatement, type Statement, start } from './page-sql.ts';

/** The scan of a list whose conditions were measured before. */
export interface PlainScan {
  /** Undefined if too many items meet each condition. */
  listed: Listed | undefined;
  /** Maximum number of items to test. */
  candidates: number;
}

/** Whether a page may begin among the items with a value in the sort field, as {@link plainScanStatement} reads no others. */
export const canScanPlainly = ({ sort, cursor }: PageQuery): boolean =>
  'key' in sort && !sort.isFromEnd && cursor?.sort !== null;

/**
 * Only the scan of a {@link scanStatement}, without alternatives: most of the time of a page is spent on starting its
 * statement. Does not report the end of the list.
 */
export function plainScanStatement(query: PageQuery, { listed, candidates }: PlainScan): Statement {
  const { conditions, sort, cursor, limit } = query;
  const started = start(query);
  const { scope } = started;
  const ctes = listed ? [listedCte(listed, scope)] : [];
  const { from, sort: key } = sourceSql({ sort, conditions, listed, cursor, limit: candidates }, scope);
  const ordered = sqlText`
    select ${rowColumns}, ${key} as sort
    from ${from}
    limit ${limit + 1}
  `;
  return pageStatement(query, started, { ctes, ordered });
}
