import type { Result } from '../check.ts';
import type { Report } from '../verify.ts';

/** The report for build servers, as JUnit XML. */
export function toJunit({ url, date, results }: Report): string {
  const count = (status: Result['status']) => results.filter((result) => result.status === status).length;
  const seconds = results.reduce((sum, { milliseconds }) => sum + milliseconds, 0) / 1000;
  const numbers = `tests="${results.length}" failures="${count('failed')}" skipped="${count('skipped')}" errors="0"`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuite name="verify-embed ${escaped(url)}" ${numbers} time="${seconds.toFixed(3)}" timestamp="${date}">
${results.map(testCase).join('\n')}
</testsuite>
`;
}

function testCase({ id, promise, status, problems, notes, milliseconds }: Result): string {
  const head = `name="${escaped(`${id}: ${promise}`)}" classname="verify-embed" time="${(milliseconds / 1000).toFixed(3)}"`;
  const text = escaped(problems.join('\n'));
  const outcome = {
    passed: '',
    failed: `<failure message="${escaped(problems[0] ?? '')}">${text}</failure>`,
    skipped: `<skipped message="${text}"/>`,
  };
  return `  <testcase ${head}>${outcome[status]}<system-out>${escaped(notes.join('\n'))}</system-out></testcase>`;
}

/** Control characters cannot be written in XML at all. */
const escaped = (text: string) =>
  text
    .replaceAll(/[\p{Cc}--[\n\t]]/gv, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
