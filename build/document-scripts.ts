import type { Plugin } from 'vite';
import { filesOf, stylesOf } from './files-of.ts';

/** The chunks whose scripts are in the document, in their order. The code of pages waits until one is opened. */
export const documentChunks = ['early', 'pages', 'console'] as const;

/** The scripts that Vite writes, which are those of modules. */
const moduleScript = /\s*<script type="module"[^>]*><\/script>/g;

/**
 * Adds the document's scripts, which load in parallel: the one that sends the first requests runs before the code of nearly every page and
 * that of the console. It also gets the file names of an item's form and of a list: the page's own, and what it loads in addition. Error reports name the release.
 */
export function documentScripts(release: string): Plugin {
  return {
    name: 'document-scripts',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle = {}, chunk: entry }) => {
        const chunk = (name: string) => {
          const found = Object.values(bundle).find((file) => file.type === 'chunk' && file.name === name);
          if (found?.type !== 'chunk') throw new Error(`There is no chunk "${name}".`);
          return found;
        };
        const pages = chunk('pages');
        const scripts = documentChunks.map((name) => ({
          tag: 'script',
          attrs: {
            defer: true,
            crossorigin: true,
            ...(name !== 'pages' && { 'data-runs': true }),
            src: `/${chunk(name).fileName}`,
          },
          injectTo: 'head' as const,
        }));
        const always = filesOf([pages, ...(entry ? [entry] : [])], bundle);
        const codeOf = (kind: string, name: string) => {
          const page = chunk(name);
          const files = [...filesOf([page], bundle)].filter((file) => file === page.fileName || !always.has(file));
          const content = files.map((file) => `/${file}`).join(' ');
          return { tag: 'meta', attrs: { name: `item-${kind}-code`, content }, injectTo: 'head-prepend' as const };
        };
        const code = [codeOf('form', 'item-edit-page'), codeOf('list', 'pages')];
        const styles = stylesOf(pages).map((file) => ({
          tag: 'link',
          attrs: { rel: 'stylesheet', crossorigin: true, href: `/${file}` },
          injectTo: 'head' as const,
        }));
        const named = { tag: 'meta', attrs: { name: 'release', content: release }, injectTo: 'head' as const };
        return { html: html.replaceAll(moduleScript, ''), tags: [...code, ...scripts, ...styles, named] };
      },
    },
  };
}
