import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import presetMantine from 'postcss-preset-mantine';
import type { PluginOption, UserConfig } from 'vite';
import { hotReload } from './hot-reload.ts';
import { lateStyles } from './own-variables.ts';
import { paddlePackage } from './paddle-package.ts';
import { privateMantine } from './private-mantine.ts';
import { scopeCss } from './scope-css.ts';
import { hasSourceMaps } from './source-maps.ts';
import { mantineStylesListed } from './stylesheet-checks.ts';

/** Modules that a host may provide instead of the copies in the plugin. */
export const sharedReact = ['react', 'react-dom', 'react-dom/client', 'react/jsx-runtime'];

const target = ['es2023', 'chrome123', 'edge123', 'firefox121', 'safari17.5'];

/** The stand-alone page's stylesheet is meant to style html and body. */
const isPageStyle = (file: string) => /[\\/]src[\\/]standalone[\\/]/.test(file);

/** Imported as text by the code that needs them. */
const isLateStyle = (file: string) => /[\\/]@mantine[\\/](?:dates|spotlight)[\\/]/.test(file);

export function plugins(): PluginOption[] {
  return [privateMantine(), paddlePackage(), react(), mantineStylesListed(), hotReload()];
}

/** A module of a feature; its chunk includes its dependencies, except those in a chunk of higher priority. */
const entry = (...path: string[]) => new RegExp(`${['src', 'features', ...path].join('[\\\\/]')}\\.tsx`);

/**
 * A few chunks in sequence instead of many small ones: everything needed for the first render is one chunk, and what
 * a list needs in addition is another one, which other pages share. A list therefore does not wait for code that only
 * other pages share.
 */
export const chunks = {
  groups: [
    { name: 'early', test: /src[\\/]standalone[\\/]early\.ts$/, priority: 6 },
    {
      name: 'console',
      test: /src[\\/](?:lifecycles[\\/]load-console|standalone[\\/]main)\.ts$/,
      priority: 5,
    },
    { name: 'pages', test: entry('items', 'list', 'items-list-page'), priority: 4 },
    {
      // Menus, panels, pickers and dialogs: none is open when a page appears. What the progress bar, which needs them, shares with forms, too.
      name: 'popups',
      test: /src[\\/]shared[\\/]ui[\\/](?:popup[\\/](?:loaded|menu-frame)|dialog[\\/]confirm-dialog)|color-functions[\\/]get-auto-contrast-value/,
      priority: 3,
    },
    {
      name: 'forms',
      test: /node_modules[\\/](?:yup|react-hook-form|@hookform)[\\/]|src[\\/]shared[\\/](?:form[\\/]use-rule-form|ui[\\/]error-callout)/,
      priority: 2,
    },
    {
      // Small parts that many pages share, which would otherwise be files of their own, of at most 3 kB each.
      name: 'parts',
      test: /src[\\/](?:shared[\\/](?:ui[\\/](?:author-name|busy-button|count|icons[\\/]message|date-time|time-ago|page[\\/]page-crash)|data[\\/](?:change-sets|trash|until-applied|without-page-error)|links[\\/]linked-places|extensions[\\/]use-has-parts))\.tsx?$|@mantine[\\/]core[\\/]esm[\\/]components[\\/]Badge[\\/]/,
      priority: 1,
    },
    {
      name: 'item-form',
      test: /src[\\/]features[\\/]items[\\/](?:form[\\/]item-form|item[\\/]use-(?:item-with-template|loaded-item))\.tsx?$/,
      priority: 0,
    },
  ],
};

/** What the part that picks an item shares with lists and forms; in the plugin's first chunk, so that it does not wait for their code. */
const ofPicker = [
  'src/shared/links/(?:link-labels|item-link|link-thumbnail|template-labels|open-in-panel|links[.]module)',
  'src/shared/images/item-image',
  'src/shared/access/(?:require-access|unless-plan-failed|content-instance)',
  'src/shared/ui/(?:page/(?:empty-state|not-loaded)|hooks/(?:use-in-view|use-object-url|use-settled)|actions/offered-menus)',
  'src/shared/field-types/link/link[.]module',
  '@mantine/core/esm/components/(?:NativeSelect/|Combobox/(?:ComboboxChevron|get-parsed-combobox-data|Combobox[.]module))',
  '@mantine/(?:core/esm/core/utils/create-safe-context|hooks/esm/(?:use-debounced-value|use-debounced-callback|utils/use-callback-ref))',
].map((path) => path.replaceAll('/', String.raw`[\\/]`));

/** The same for the plugin, which also has parts. */
export const pluginChunks = {
  groups: [
    ...chunks.groups.map((group) =>
      group.name === 'console' ? { ...group, test: new RegExp([group.test.source, ...ofPicker].join('|')) } : group,
    ),
    { name: 'picker', test: entry('parts', 'part-page'), priority: 3.5 },
  ],
};

/**
 * Each development server has its own cache folder: they run at the same time with different options, and would delete each other's
 * optimized dependencies.
 */
export const cacheFor = (server: string) => resolve(import.meta.dirname, '../node_modules/.vite', server);

/** Common to the stand-alone console and the plugin: the same code, and the same styles in the same scope. */
export const shared = {
  publicDir: false,
  css: { postcss: { plugins: [presetMantine(), scopeCss(isPageStyle), lateStyles(isLateStyle)] } },
  optimizeDeps: { rolldownOptions: { plugins: [privateMantine()] } },
  build: {
    sourcemap: hasSourceMaps && 'hidden',
    target,
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    // The whole console up to its first screen is deliberately one chunk, so that a page waits only once.
    chunkSizeWarningLimit: 1000,
  },
} satisfies UserConfig;
