/** A line of a template: the text between its fragments. */
interface Line {
  /** The prefix of each further line of a fragment. */
  indented: string;
  first: string;
  others: readonly string[];
  /** True if the line consists of fragments only. */
  isBare: boolean;
}

/** By template, as statements are assembled for every call. */
const read = new WeakMap<TemplateStringsArray, readonly Line[]>();

/**
 * Formats SQL like its source: without the indentation of the surrounding code, each fragment indented like its line, so that
 * a statement of many fragments is readable. A line of nothing but empty fragments is omitted. Fragments are inserted
 * unchanged: values go through a binder.
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

/** Marks a fragment; cannot occur in SQL, as PostgreSQL does not accept it. */
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

/** Further conditions, one per line; empty if there are none. */
export const andEach = (conditions: readonly string[]): string =>
  conditions.map((condition) => `and ${condition}`).join('\n');

/** A fragment in parentheses, on lines of its own. */
export const parenthesized = (sql: string): string => sqlText`
  (
    ${sql}
  )
`;

/** A named subquery of a `with`, which is evaluated once. */
export const cte = (name: string, sql: string): string => `${name} as materialized ${parenthesized(sql)}`;
