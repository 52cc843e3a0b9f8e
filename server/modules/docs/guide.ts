import { guides } from './guides.ts';
import { htmlPage, text } from './html-page.ts';

/** The links to the guides, for the sidebar. */
export const guideLinks = (): string =>
  `<ul>${Object.entries(guides)
    .map(([name, title]) => `<li><a href="/docs/${name}">${text(title)}</a></li>`)
    .join('')}</ul>`;

/**
 * Renders a guide of `docs/` as a page. Supports only what the guides use: a title, sections, paragraphs, lists, tables, code
 * blocks, and inline code, bold text and links.
 */
export function renderGuide(markdown: string): string {
  const [title = '', ...blocks] = blocksOf(markdown);
  const sections = blocks.filter((block) => block.startsWith('## ')).map((block) => block.slice(3));
  return htmlPage({
    title: title.replace(/^# /, ''),
    nav: `<p><a href="/docs">API reference</a></p>
<ul>${sections.map((section) => `<li><a href="#${idOf(section)}">${inline(section)}</a></li>`).join('')}</ul>
<p>Guides</p>${guideLinks()}`,
    main: blocks.map(renderBlock).join('\n'),
  });
}

/** The blocks between empty lines; a code block, which may contain empty lines, is one. */
const blocksOf = (markdown: string): string[] => markdown.match(/^```[\s\S]*?^```|^\S(?:.|\n(?!\n|```))*/gm) ?? [];

function renderBlock(block: string): string {
  if (block.startsWith('```'))
    return `<pre tabindex="0"><code>${text(block.replace(/^```.*\n/, '').replace(/\n```$/, ''))}</code></pre>`;
  if (block.startsWith('### ')) return `<h3 id="${idOf(block.slice(4))}">${inline(block.slice(4))}</h3>`;
  if (block.startsWith('|')) return renderTable(block);
  if (block.startsWith('## ')) return `<h2 id="${idOf(block.slice(3))}">${inline(block.slice(3))}</h2>`;
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
      .map((cell) => `<${tag}>${inline(cell.replaceAll('\\|', '|'))}</${tag}>`)
      .join('');
  return `<table><tr>${cells(head, 'th')}</tr>${rows.map((row) => `<tr>${cells(row, 'td')}</tr>`).join('')}</table>`;
}

/** A link to another guide or within it; only its text if it leads elsewhere in the repository. */
function link(label: string, target: string): string {
  if (target.startsWith('#') || target.startsWith('https://')) return `<a href="${target}">${label}</a>`;
  const [, name = '', anchor = ''] = /^([\w-]+)\.md(#.*)?$/.exec(target) ?? [];
  return Object.hasOwn(guides, name) ? `<a href="/docs/${name}${anchor}">${label}</a>` : label;
}

const entries = (block: string, mark: RegExp): string =>
  block
    .split(mark)
    .filter((entry) => entry !== '')
    .map((entry) => `<li>${inline(entry)}</li>`)
    .join('');

const inline = (line: string): string =>
  text(line.trim())
    .replaceAll(/\s*\n\s*/g, ' ')
    .replaceAll(/`([^`]+)`/g, '<code>$1</code>')
    .replaceAll(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>')
    .replaceAll(/\[([^\]]+)\]\(([^)\s]+)\)/g, (_, label: string, target: string) => link(label, target));

const idOf = (section: string): string => section.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
