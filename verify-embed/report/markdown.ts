import type { Result } from '../check.ts';
import type { Report } from '../verify.ts';
import { summaryOf } from './terminal.ts';

/** The report as Markdown. */
export function toMarkdown({ url, date, browser, module, saw, results, notChecked }: Report): string {
  return `# What the embedded console keeps of its promises

${summaryOf(results)}

| | |
| --- | --- |
| page | ${cell(url)} |
| saw | ${cell(saw ?? 'nothing: the page could not be opened')} |
| module | ${cell(module ?? 'not known')} |
| date | ${date} |
| browser | ${browser} |

| result | check | promise |
| --- | --- | --- |
${results.map(({ status, id, promise }) => `| ${status} | ${id} | ${cell(promise)} |`).join('\n')}

${results.map(section).join('\n')}
## Not checked

${list(notChecked)}
`;
}

function section({ id, status, problems, notes, milliseconds }: Result): string {
  const time = `${(milliseconds / 1000).toFixed(1)} s`;
  const found = [...problems, ...notes];
  return `## ${id}: ${status} (${time})\n\n${found.length > 0 ? `${list(found)}\n` : ''}`;
}

const list = (lines: readonly string[]) => lines.map((line) => `- ${escaped(line)}`).join('\n');
const cell = (text: string) => escaped(text).replaceAll('|', '\\|');
const escaped = (text: string) => text.replaceAll('<', '&lt;').replaceAll('\n', ' ');
