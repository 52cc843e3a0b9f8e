import { api } from '@quartermaster/contract/endpoints/api.ts';
import { guides, longestSearch } from './guides.ts';
import { text } from './text.ts';

/** Sections of a page: their ids, their titles as HTML, and how many calls each has. */
export type Sections = { id: string; title: string; count?: number }[];

/** The sidebar of all pages; the current page is marked, with its sections below it. */
export const sidebar = (path: string, sections: Sections, search: string): string => `<div class="side">
<header><a class="brand" href="/docs">${mark}Quartermaster <span>Documentation</span></a></header>
<form action="/docs/search" role="search"><input type="search" name="q" value="${text(search)}" maxlength="${longestSearch}" placeholder="Search" aria-label="Search the documentation"></form>
<nav aria-label="Documentation"><details><summary>Contents</summary>
<ul><li><a href="/">Open the console</a></ul>
<p id="nav-guides">Guides</p>
<ul aria-labelledby="nav-guides">${Object.entries(guides)
  .map(([name, { title }]) => entry({ href: `/docs/${name}`, title, path, sections }))
  .join('')}</ul>
<p id="nav-reference">Reference</p>
<ul aria-labelledby="nav-reference">${entry({ href: '/docs', title: 'API reference', calls: api.length, path, sections })}<li><a href="/openapi.json">openapi.json</a></ul>
</details></nav>
</div>`;

interface Entry {
  href: string;
  title: string;
  calls?: number;
  path: string;
  sections: Sections;
}

const entry = ({ href, title, calls, path, sections }: Entry): string =>
  href === path
    ? `<li><a href="${href}" aria-current="page">${text(title)}${number(calls)}</a><ul>${sections
        .map(({ id, title: section, count }) => `<li><a href="#${id}">${section}${number(count)}</a>`)
        .join('')}</ul>`
    : `<li><a href="${href}">${text(title)}${number(calls)}</a>`;

const number = (count: number | undefined): string => (count === undefined ? '' : ` <span>${count}</span>`);

/** The product's logo, as in the console (`src/shared/ui/mark.tsx`). */
const mark =
  '<svg viewBox="0 0 24 24" width="20" height="20" fill="none" stroke="currentColor" stroke-width="2" stroke-linejoin="round" aria-hidden="true"><path d="M3 8.5 12 4l9 4.5v8L12 21l-9-4.5zM3 8.5 12 13l9-4.5M12 13v8"/></svg>';
