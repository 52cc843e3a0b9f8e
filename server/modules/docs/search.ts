import { guides } from './guides.ts';
import { htmlPage } from './html-page.ts';
import { anchorOf, blocksOf, plainText } from './markdown.ts';
import type { OpenApi } from './openapi.ts';
import { callsOf, groupCalls, renderCalls } from './page.ts';
import { counted, text, titleOf } from './text.ts';

/** A section of a guide, as plain text; the part above the first heading is one. */
export interface GuideSection {
  guide: string;
  href: string;
  title: string;
  words: string;
}

/** The sections of a guide. */
export function sectionsOf(name: keyof typeof guides, markdown: string): GuideSection[] {
  const sections: GuideSection[] = [{ guide: guides[name].title, href: `/docs/${name}`, title: '', words: '' }];
  for (const block of blocksOf(markdown).slice(1)) {
    const [, heading] = /^#{2,3} (.*)/.exec(block) ?? [];
    const last = sections.at(-1);
    if (heading !== undefined)
      sections.push({
        guide: guides[name].title,
        href: `/docs/${name}#${anchorOf(heading)}`,
        title: plainText(heading),
        words: '',
      });
    else if (last) last.words += `${plainText(block)} `;
  }
  return sections;
}

/** Renders what a search finds: sections of guides, and calls. */
export function renderSearch(document: OpenApi, guideSections: GuideSection[], search: string): string {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const has = (content: string) => words.length > 0 && words.every((word) => content.toLowerCase().includes(word));
  const calls = callsOf(document).filter(({ path, operation: { operationId, summary, description } }) =>
    has(`${path} ${operationId} ${summary} ${description}`),
  );
  const sections = guideSections.filter((section) => has(`${section.guide} ${section.title} ${section.words}`));
  const found = `${counted(sections.length, 'section of the guides', 'sections of the guides')} and ${counted(calls.length, 'call', 'calls')}`;
  const groups = groupCalls(document, calls);
  return htmlPage({
    title: 'Search',
    search,
    main: `<p role="status">${words.length > 0 ? `${found} with “${text(search)}”.` : 'Enter words of a call or a guide.'} <a href="/docs">Show all calls</a></p>
${sections.length > 0 ? `<h2>Guides</h2><ul class="found">${sections.map((section) => renderSection(section, words)).join('')}</ul>` : ''}
${groups.map((group) => `<h2>${text(titleOf(group.name))}</h2>${renderCalls(group.calls, calls.length === 1)}`).join('')}`,
  });
}

const renderSection = ({ guide, href, title, words: content }: GuideSection, words: string[]): string =>
  `<li><a href="${href}">${text(title ? `${guide}: ${title}` : guide)}</a><p>${excerpt(content, words)}</p></li>`;

/** Characters of a section around the first word that is found. */
const excerptLength = 180;

/** The part of a section around the first of the words, which are marked. */
function excerpt(content: string, words: string[]): string {
  const first = Math.max(0, Math.min(...words.map((word) => indexIn(content, word))));
  const start = first < excerptLength / 2 || first > content.length ? 0 : content.lastIndexOf(' ', first - 40) + 1;
  const part = content.slice(start, start + excerptLength).replace(/ \S*$/, '');
  const marks = new RegExp(`(${words.map((word) => word.replaceAll(/[^\w\s]/g, '\\$&')).join('|')})`, 'gi');
  const html = part
    .split(marks)
    .map((piece, index) => (index % 2 === 1 ? `<mark>${text(piece)}</mark>` : text(piece)))
    .join('');
  return `${start > 0 ? '… ' : ''}${html}${start + excerptLength < content.length ? ' …' : ''}`;
}

const indexIn = (content: string, word: string): number => {
  const index = content.toLowerCase().indexOf(word);
  return index < 0 ? Number.POSITIVE_INFINITY : index;
};
