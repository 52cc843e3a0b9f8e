import { createHash } from 'node:crypto';

/** A page of the documentation: its sidebar and its content, both as HTML. */
interface HtmlPage {
  title: string;
  nav: string;
  main: string;
}

/** Renders a page of the documentation without scripts, which works offline and under a strict CSP. */
export const htmlPage = ({ title, nav, main }: HtmlPage): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${text(title)}</title>
<style>${styles}</style>
</head>
<body>
<nav aria-label="On this page"><h1>${text(title)}</h1>${nav}</nav>
<main>${main}</main>
</body>
</html>
`;

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Escapes text for HTML. */
export const text = (value: string): string => value.replaceAll(/[&<>"']/g, (character) => escapes[character] ?? '');

const styles = `
body{margin:0;display:grid;grid-template-columns:16rem minmax(0,60rem);font:16px/1.5 system-ui,sans-serif;color:light-dark(#1b1e23,#e6e8eb);background:light-dark(#fff,#16181b)}
nav{position:sticky;top:0;align-self:start;padding:1.5rem}nav h1{font-size:1.1rem;margin:0}nav ul{list-style:none;padding:0}nav span,small{color:light-dark(#5c636e,#9aa3ad)}
main{padding:1.5rem 1.5rem 6rem}h2{margin:2.5rem 0 .5rem}h3{font-size:.95rem;margin:1rem 0 .25rem}
details{border:1px solid light-dark(#d6dae0,#33383f);border-radius:8px;padding:.5rem .9rem;margin:.5rem 0}summary{cursor:pointer}
code{font-family:ui-monospace,monospace;font-size:.9em;overflow-wrap:anywhere}ul{padding-left:1.2rem;margin:.25rem 0}b{display:inline-block;min-width:4.5rem}
.get{color:light-dark(#0b6b3a,#5fd39a)}.post{color:light-dark(#1553b7,#7db1ff)}.delete{color:light-dark(#a6231d,#ff8f87)}a{color:light-dark(#1553b7,#7db1ff)}
pre{overflow-x:auto;padding:.9rem;border:1px solid light-dark(#d6dae0,#33383f);border-radius:8px}pre code{overflow-wrap:normal}li{margin:.25rem 0}strong{font-weight:600}
table{border-collapse:collapse}th,td{padding:.3rem .6rem;border:1px solid light-dark(#d6dae0,#33383f);text-align:start;vertical-align:top}input{max-width:100%;box-sizing:border-box;font:inherit}
@media(max-width:48rem){body{display:block}nav{position:static}}`;

/** The content security policy of these pages, which are the same for all users: their styles are allowed by hash. */
export const pagePolicy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(styles).digest('base64')}'; base-uri 'none'; frame-ancestors 'none'`;
