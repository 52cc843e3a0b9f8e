import { htmlPage, text } from './html-page.ts';

/**
 * Renders a guide of `docs/` as a page. Supports only what the guides use: a title, sections, paragraphs, lists, code
 * blocks, and inline code and bold text.
 */
export function renderGuide(markdown: string): string {
  const [title = '', ...blocks] = blocksOf(markdown);
  const sections = blocks.filter((block) => block.startsWith('## ')).map((block) => block.slice(3));
  return htmlPage({
    title: title.replace(/^# /, ''),
    nav: `<p><a href="/docs">API reference</a></p>
<ul>${sections.map((section) => `<li><a href="#${idOf(section)}">${inline(section)}</a></li>`).join('')}</ul>`,
    main: blocks.map(renderBlock).join('\n'),
  });
}

/** The blocks between empty lines; a code block, which may contain empty lines, is one. */
const blocksOf = (markdown: string): string[] => markdown.match(/^```[\s\S]*?^```|^\S(?:.|\n(?!\n|```))*/gm) ?? [];

function renderBlock(block: string): string {
  if (block.startsWith('```'))
    return `<pre tabindex="0"><code>${text(block.replace(/^```.*\n/, '').replace(/\n```$/, ''))}</code></pre>`;
  if (block.startsWith('## ')) return `<h2 id="${idOf(block.slice(3))}">${inline(block.slice(3))}</h2>`;
  if (/^1\. /.test(block)) return `<ol>${entries(block, /^\d+\. /m)}</ol>`;
  if (block.startsWith('- ')) return `<ul>${entries(block, /^- /m)}</ul>`;
  return `<p>${inline(block)}</p>`;
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
    .replaceAll(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>');

const idOf = (section: string): string => section.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
