/** A line of a template: what stands between its fragments. */
interface Line {
  /** What begins each further line of a fragment. */
  indented: string;
  first: string;
  others: readonly string[];
  /** True where nothing but fragments stand on it. */
  isBare: boolean;
}

/** By template, as statements are put together with every call. */
const read = new WeakMap<TemplateStringsArray, readonly Line[]>();

/**
 * SQL as it is written: without the indentation of the code around it, each fragment indented like the line that it stands on, so
 * that a statement of many fragments can be read. A line of nothing but empty fragments is left out. Fragments are pasted as they are: values
 * go through a binder.
 */
export function sqlText(template: TemplateStringsArray, ...fragments: readonly (string | number)[]): string {
  const lines = read.get(template) ?? readLines(template);
  read.set(template, lines);
  let written = '';
  let next = 0;
  for (const { indented, first, others, isBare } of lines) {
    let line = first;
    let isEmpty = isBare;
    for (const text of others) {
      const fragment = String(fragments[next]);
      next += 1;
      if (fragment !== '') isEmpty = false;
      line += fragment.includes('\n') ? fragment.replaceAll('\n', indented) : fragment;
      line += text;
    }
    if (!isEmpty) written += written === '' ? line : `\n${line}`;
  }
  return written;
}

/** Stands for a fragment; in no SQL, as PostgreSQL takes no such character. */
const gap = '\0';

function readLines(template: TemplateStringsArray): Line[] {
  const lines = template.join(gap).split('\n');
  const indentOf = (line: string) => line.length - line.trimStart().length;
  const common = Math.min(...lines.slice(1).flatMap((line) => (line.trim() === '' ? [] : indentOf(line))));
  return lines.map((line, index) => {
    const text = index === 0 ? line : line.slice(common);
    const [first = '', ...others] = text.split(gap);
    const isBare = text.replaceAll(gap, '').trim() === '';
    return { indented: `\n${' '.repeat(indentOf(text))}`, first, others, isBare };
  });
}

/** Further conditions, a line each; nothing where there are none. */
export const andEach = (conditions: readonly string[]): string =>
  conditions.map((condition) => `and ${condition}`).join('\n');

/** A fragment in parentheses of its own lines. */
export const parenthesized = (sql: string): string => sqlText`
  (
    ${sql}
  )
`;

/** A named subquery of a `with`, which is evaluated once. */
export const cte = (name: string, sql: string): string => `${name} as materialized ${parenthesized(sql)}`;
