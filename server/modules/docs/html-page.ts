import { createHash } from 'node:crypto';
import { type Sections, sidebar } from './sidebar.ts';
import { styles } from './styles.ts';
import { text } from './text.ts';

/** A page of the documentation. */
interface HtmlPage {
  title: string;
  /** Its address, if the sidebar has it. */
  path?: string;
  /** What the sidebar lists below the page. */
  sections?: Sections;
  /** What was searched for. */
  search?: string;
  /** Its content below the title, as HTML. */
  main: string;
}

/** Renders a page of the documentation without scripts, which works offline and under a strict CSP. */
export const htmlPage = ({ title, path = '', sections = [], search = '', main }: HtmlPage): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${text(title)}</title>
<style>${styles}</style>
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
${sidebar(path, sections, search)}
<main id="main"><h1>${text(title)}</h1>
${main}</main>
</body>
</html>
`;

/** The content security policy of these pages, which are the same for all users: their styles are allowed by hash. */
export const pagePolicy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(styles).digest('base64')}'; base-uri 'none'; frame-ancestors 'none'`;
