import { htmlPage } from './html-page.ts';
import { anchorOf, blocksOf, inline } from './markdown.ts';
import { text } from './text.ts';

/**
 * Renders a guide of `docs/` as a page. Supports only what the guides use: a title, sections, paragraphs, lists, tables, code
 * blocks, and inline code, bold text and links.
 */
export function renderGuide(name: string, markdown: string): string {
  const [title = '', ...blocks] = blocksOf(markdown);
  const sections = blocks.filter((block) => block.startsWith('## ')).map((block) => block.slice(3));
  return htmlPage({
    title: title.replace(/^# /, ''),
    path: `/docs/${name}`,
    sections: sections.map((section) => ({ id: anchorOf(section), title: inline(section) })),
    main: blocks.map(renderBlock).join('\n'),
  });
}

function renderBlock(block: string): string {
  if (block.startsWith('```'))
    return `<pre tabindex="0"><code>${text(block.replace(/^```.*\n/, '').replace(/\n```$/, ''))}</code></pre>`;
  if (block.startsWith('### ')) return `<h3 id="${anchorOf(block.slice(4))}">${inline(block.slice(4))}</h3>`;
  if (block.startsWith('|')) return renderTable(block);
  if (block.startsWith('## ')) return `<h2 id="${anchorOf(block.slice(3))}">${inline(block.slice(3))}</h2>`;
  if (/^1\. /.test(block)) return `<ol>${entries(block, /^\d+\. /m)}</ol>`;
  if (block.startsWith('- ')) return `<ul>${entries(block, /^- /m)}</ul>`;
  return `<p>${inline(block)}</p>`;
}

function renderTable(block: string): string {
  const [head = '', , ...rows] = block.trim().split('\n');
  const cells = (row: string, tag: 'td' | 'th') =>
    row
      .replace(/^\||\|\s*$/g, '')
      .split(/(?<!\\)\|/)
      .map((cell) => inline(cell.replaceAll('\\|', '|')))
      // A column without a title has no header.
      .map((html) => (html ? `<${tag}>${html}</${tag}>` : '<td></td>'))
      .join('');
  return `<div class="wide" role="group" aria-label="Table" tabindex="0"><table><tr>${cells(head, 'th')}</tr>${rows.map((row) => `<tr>${cells(row, 'td')}</tr>`).join('')}</table></div>`;
}

const entries = (block: string, mark: RegExp): string =>
  block
    .split(mark)
    .filter((entry) => entry !== '')
    .map((entry) => `<li>${inline(entry)}</li>`)
    .join('');
