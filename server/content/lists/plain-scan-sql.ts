import { sqlText } from '../../core/database/sql-text.ts';
import { type Driver, listedCount, listedCte, rowColumns, sourceSql } from './list-sql.ts';
import { type PageQuery, pageStatement, type Statement, start } from './page-sql.ts';

/** The scan of a list whose conditions were measured before. */
export interface PlainScan {
  /** The condition whose items are listed first, so that the scan reads no others. */
  driver: Driver | undefined;
  /** Nothing is scanned if more items than this are listed. */
  listed: number;
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
export function plainScanStatement(
  query: PageQuery,
  { driver: listed, listed: longest, candidates }: PlainScan,
): Statement {
  const { conditions, sort, cursor, limit } = query;
  const started = start(query);
  const { scope } = started;
  const ctes = listed ? [listedCte(listed, longest, scope)] : [];
  const { from, sort: key } = sourceSql({ sort, conditions, listed, cursor, limit: candidates }, scope);
  const ordered = sqlText`
    select ${rowColumns}, ${key} as sort
    from ${from}
      and ${listed ? `${listedCount} <= ${longest}` : 'true'}
    limit ${limit + 1}
  `;
  return pageStatement(query, started, { ctes, ordered });
}
