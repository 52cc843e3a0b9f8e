import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, type Plugin, type PluginOption } from 'vite';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type EmbedManifest, embedManifest } from '../../build/embed-manifest.ts';
import { plainImports } from '../../build/plain-imports.ts';
import { privateMantine } from '../../build/private-mantine.ts';
import { scopeCss } from '../../build/scope-css.ts';
import { everySelectorScoped, mantineStylesListed } from '../../build/stylesheet-checks.ts';
import { stylesheetLink } from '../../build/stylesheet-link.ts';

const release = { version: '1.2.3', commit: 'abcdef0', id: '1.2.3-0123456789ab' };

/** Bundles these sources like the plugin into a separate folder, and returns it. */
async function bundle(sources: Record<string, string>, plugins: PluginOption[], css = scopeCss()) {
  const outDir = mkdtempSync(join(tmpdir(), 'quartermaster-build-'));
  onTestFinished(() => rmSync(outDir, { recursive: true, force: true }));
  const virtual: Plugin = {
    name: 'virtual',
    enforce: 'pre',
    resolveId: (id) => (id in sources ? `/virtual/${id}` : null),
    load: (id) => sources[id.replace('/virtual/', '')] ?? null,
  };
  await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [virtual, ...plugins],
    css: { postcss: { plugins: [css] } },
    build: {
      outDir,
      emptyOutDir: true,
      cssCodeSplit: false,
      modulePreload: false,
      minify: false,
      rolldownOptions: {
        input: { quartermaster: 'entry.js' },
        preserveEntrySignatures: 'strict',
        output: {
          entryFileNames: '[name].js',
          chunkFileNames: 'chunks/[name]-[hash].js',
          assetFileNames: 'quartermaster.css',
        },
      },
    },
  });
  return outDir;
}

describe('the build fails', () => {
  test('if a CSS rule matches elements of the host’s page', async () => {
    const sources = { 'entry.js': 'import "page.css"; export const x = 1;', 'page.css': 'body { margin: 0 }' };
    await expect(
      bundle(
        sources,
        [everySelectorScoped()],
        scopeCss(() => true),
      ),
    ).rejects.toThrow("quartermaster.css could affect the host's page: body");
    await expect(bundle(sources, [everySelectorScoped()])).resolves.toBeDefined();
  });

  test('if a Mantine component is used without its styles', async () => {
    const used = 'import { Badge } from "@mantine/core"; export const x = Badge;';
    const styles = 'import "@mantine/core/styles/Badge.css";';
    const plugins = () => [mantineStylesListed()];
    await expect(bundle({ 'entry.js': used }, plugins())).rejects.toThrow('lacks the styles of: Badge');
    await expect(bundle({ 'entry.js': styles + used }, plugins())).resolves.toBeDefined();
  });

  test('if a patch of Mantine did not apply, or one of its class names remains', async () => {
    await expect(bundle({ 'entry.js': 'export const x = 1;' }, [privateMantine()])).rejects.toThrow(
      'these files were not patched',
    );
    const source = { 'entry.js': 'import { MantineProvider } from "@mantine/core"; export const x = MantineProvider;' };
    await expect(bundle(source, [privateMantine()])).resolves.toBeDefined();
    const left = { 'entry.js': `${source['entry.js']} export const left = "m_77c9d27d";` };
    await expect(bundle(left, [privateMantine()])).rejects.toThrow("still has Mantine's own class names: m_77c9d27d");
  });

  test('if the entry statically imports another file', async () => {
    const sources = {
      'entry.js': 'import { x } from "common.js"; export const y = x; export const lazy = () => import("lazy.js");',
      'lazy.js': 'import { x } from "common.js"; export const z = x;',
      'common.js': 'export const x = { shared: true };',
    };
    await expect(bundle(sources, [plainImports()])).rejects.toThrow(/quartermaster\.js waits for/);
  });
});

test('lazy imports leave the host’s head and window unchanged', async () => {
  const sources = {
    'entry.js': 'export const lazy = () => import("lazy.js");',
    'lazy.js': 'import "lazy.css"; export const z = 1; export const more = () => import("more.js");',
    'lazy.css': '.a { color: red }',
    'more.js': 'export const m = 2;',
  };
  const plain = readFileSync(join(await bundle(sources, [plainImports()]), 'quartermaster.js'), 'utf8');
  expect(plain).not.toContain('document.head');
  expect(plain).not.toContain('vite:preloadError');
});

test('the entry knows the file name and the hash of its stylesheet', async () => {
  const sheet = "{ file: '__QM_STYLESHEET_FILE__', integrity: '__QM_STYLESHEET_INTEGRITY__' }";
  const sources = {
    'entry.js': `import "style.css"; export const sheet = ${sheet};`,
    'style.css': '.a { color: red }',
  };
  const folder = await bundle(sources, [stylesheetLink(), embedManifest([], release)]);
  const manifest = JSON.parse(readFileSync(join(folder, 'embed-manifest.json'), 'utf8')) as EmbedManifest;
  const entry = readFileSync(join(folder, 'quartermaster.js'), 'utf8');
  expect(entry).toContain(`"${manifest.stylesheet}"`);
  expect(entry).toContain(`"${manifest.integrity[manifest.stylesheet]}"`);
  await expect(bundle({ ...sources, 'entry.js': 'import "style.css";' }, [stylesheetLink()])).rejects.toThrow(
    'lacks __QM',
  );
});

test('the manifest names every file with the hash of its content', async () => {
  const sources = {
    'entry.js': 'import "style.css"; export const lazy = () => import("lazy.js");',
    'lazy.js': 'export const z = 1;',
    'style.css': '.a { color: red }',
  };
  const folder = await bundle(sources, [plainImports(), embedManifest(['react'], release)]);
  const manifest = JSON.parse(readFileSync(join(folder, 'embed-manifest.json'), 'utf8')) as EmbedManifest;
  expect(manifest).toMatchObject({
    contract: { version: 1, release },
    entry: 'quartermaster.js',
    stylesheet: 'quartermaster.css',
    externals: ['react'],
  });
  expect(manifest.csp['script-src']).toEqual(['{origin}/plugin/', 'https://cdn.paddle.com']);
  expect(manifest.csp['frame-src']).toEqual(['{origin}', 'https://buy.paddle.com', 'https://sandbox-buy.paddle.com']);
  expect(Object.keys(manifest.integrity)).toHaveLength(3);
  for (const [file, integrity] of Object.entries(manifest.integrity)) {
    const hash = createHash('sha384')
      .update(readFileSync(join(folder, file)))
      .digest('base64');
    expect(integrity).toBe(`sha384-${hash}`);
  }
});
