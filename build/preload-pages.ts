import type { Plugin } from 'vite';

/**
 * Makes the browser load the code that nearly every page needs in parallel with the console's code rather than after
 * it.
 */
export function preloadPages(): Plugin {
  return {
    name: 'preload-pages',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) => {
        const pages = Object.values(bundle ?? {}).find((file) => file.type === 'chunk' && file.name === 'pages');
        if (pages?.type !== 'chunk') throw new Error('There is no chunk "pages" to preload.');
        const styles = [...(pages.viteMetadata?.importedCss ?? [])];
        const link = (rel: string, file: string) => ({
          tag: 'link',
          attrs: { rel, crossorigin: true, href: `/${file}` },
          injectTo: 'head' as const,
        });
        return [link('modulepreload', pages.fileName), ...styles.map((file) => link('stylesheet', file))];
      },
    },
  };
}
