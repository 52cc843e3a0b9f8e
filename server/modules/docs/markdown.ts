import { guides } from './guides.ts';
import { text } from './text.ts';

/** Renders the text of a paragraph, with inline code, bold text and links. */
export const inline = (line: string): string =>
  text(line.trim())
    .replaceAll(/\s*\n\s*/g, ' ')
    .replaceAll(/`([^`]+)`/g, '<code>$1</code>')
    .replaceAll(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>')
    .replaceAll(/\[([^\]]+)\]\(([^)\s]+)\)/g, (_, label: string, target: string) => link(label, target));

/** The text of a paragraph without its marks. */
export const plainText = (line: string): string =>
  line
    .replaceAll(/^```.*$|^\|[\s|-]*$|\||^(?:-|\d+\.) /gm, ' ')
    .replaceAll(/\[([^\]]+)\]\([^)\s]+\)/g, '$1')
    .replaceAll(/[`*]+/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** A link within the documentation or to another site; only its text if it leads elsewhere in the repository. */
function link(label: string, target: string): string {
  if (/^(#|https:\/\/|\/docs)/.test(target)) return `<a href="${target}">${label}</a>`;
  const [, name = '', anchor = ''] = /^([\w-]+)\.md(#.*)?$/.exec(target) ?? [];
  return Object.hasOwn(guides, name) ? `<a href="/docs/${name}${anchor}">${label}</a>` : label;
}

/** The blocks between empty lines; a code block, which may contain empty lines, is one. */
export const blocksOf = (markdown: string): string[] =>
  markdown.match(/^```[\s\S]*?^```|^\S(?:.|\n(?!\n|```))*/gm) ?? [];

/** The anchor of a section. */
export const anchorOf = (section: string): string => section.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
