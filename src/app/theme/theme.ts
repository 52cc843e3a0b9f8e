import { type CSSVariablesResolver, createTheme, type MantineThemeOverride, rem } from '@mantine/core';
import type { KeyboardEvent, MouseEvent } from 'react';
import { rowHeight } from '../../shared/table/fitting-rows.ts';
import { findOptions } from './find-options.ts';
import inputs from './inputs.module.css';
import sizes from './sizes.module.css';
import tabs from './tabs.module.css';

/** The fonts of the operating system. */
export const systemFonts =
  "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', 'Noto Sans', Arial, sans-serif, 'Apple Color Emoji', 'Segoe UI Emoji'";
const systemMono = "ui-monospace, SFMono-Regular, Menlo, Consolas, 'Liberation Mono', monospace";

/** Dialogs and drawers: a labeled close button, and a header that is not another banner landmark. */
const dialog = {
  lockScroll: false,
  closeButtonProps: { 'aria-label': 'Close' },
  attributes: { header: { role: 'presentation' } },
};

const dialogStyles = { title: { fontSize: 'var(--mantine-font-size-md)', fontWeight: 600, lineHeight: 1.35 } };

/** Selects: the first match is chosen by Enter, which submits no form meanwhile. */
const picker = { onKeyDown: keepEnter, selectFirstOptionOnChange: true, filter: findOptions };

/** Label of a toast's close button; a toast with its own close button props has to include it. */
export const dismissButton = { 'aria-label': 'Dismiss' };

/**
 * The theme of one console, with the host's tokens applied: dialogs and popovers are rendered in its overlay, and nothing locks the host's
 * scrolling.
 */
export const createConsoleTheme = (overlay: HTMLElement, overrides: MantineThemeOverride = {}): MantineThemeOverride =>
  createTheme({
    fontFamily: systemFonts,
    fontFamilyMonospace: systemMono,
    headings: { fontFamily: systemFonts, fontWeight: '600' },
    // Of labels and buttons; bold is as headings. Everything else is regular, so that what is heavier leads the eye.
    fontWeights: { medium: '500', bold: '600' },
    fontSizes: { xs: rem(12), sm: rem(13), md: rem(14), lg: rem(16), xl: rem(20) },
    spacing: { xs: rem(8), sm: rem(12), md: rem(16), lg: rem(24), xl: rem(32) },
    radius: { xs: rem(2), sm: rem(4), md: rem(6), lg: rem(10), xl: rem(20) },
    defaultRadius: 'md',
    primaryColor: 'indigo',
    primaryShade: 7,
    respectReducedMotion: true,
    cursorType: 'pointer',
    ...overrides,
    // Mantine's green, red and yellow have too little contrast as text on their own light backgrounds.
    colors: {
      green: tuple('#ebfbee #d3f9d8 #b2f2bb #8ce99a #69db7c #51cf66 #37b24d #2b7a3b #236331 #1b4d27'),
      amber: tuple('#fffbeb #fef3c7 #fde68a #fcd34d #fbbf24 #f59e0b #d97706 #a85a07 #854a0a #663909'),
      // The darkest are the page and what is behind it.
      dark: tuple('#e8eaee #c9cdd5 #a8afbb #6b7280 #3a3f48 #2c3038 #1f2228 #17181c #121316 #0f1013'),
      red: tuple('#fff5f5 #ffe3e3 #ffc9c9 #ffa8a8 #ff8787 #fa5252 #e03131 #c92a2a #b02525 #8f1d1d'),
      ...overrides.colors,
    },
    components: {
      Portal: { defaultProps: { target: overlay, reuseTargetNode: false } },
      Modal: { defaultProps: { ...dialog, transitionProps: { duration: 120 } }, styles: dialogStyles },
      Drawer: { defaultProps: { ...dialog, transitionProps: { duration: 150 } }, styles: dialogStyles },
      // Browsers give it a margin that would move it away from the inputs above.
      Fieldset: { defaultProps: { mx: 0 }, styles: { legend: { fontWeight: 600 } } },
      Button: { classNames: { root: sizes.button ?? '' } },
      ActionIcon: { classNames: { root: sizes.icon ?? '' } },
      Input: { classNames: { wrapper: sizes.input ?? '', input: inputs.input ?? '' } },
      // As large as other small texts: Mantine's are two pixels smaller than the input's.
      InputDescription: { styles: { description: { fontSize: 'var(--mantine-font-size-xs)' } } },
      InputError: { styles: { error: { fontSize: 'var(--mantine-font-size-xs)' } } },
      Tabs: { classNames: { list: tabs.list ?? '', tab: tabs.tab ?? '' } },
      Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
      Combobox: { defaultProps: { offset: 10 } },
      Select: { defaultProps: { ...picker, onClick: selectText } },
      // The input for more takes a line of its own only if the pills leave no room for its cursor.
      MultiSelect: {
        defaultProps: picker,
        // With one line of pills, which have 22 px, as high as other inputs.
        styles: { inputField: { minWidth: 8 }, input: { paddingBlock: 'calc((var(--qm-control) - 24px) / 2)' } },
      },
      Autocomplete: { defaultProps: { filter: findOptions } },
      Notification: {
        defaultProps: { closeButtonProps: dismissButton },
        styles: { description: { color: 'var(--mantine-color-text)' } },
      },
    },
  });

/** Ten shades of a color, the lightest first. */
export type Tuple = [string, string, string, string, string, string, string, string, string, string];
// Each string contains ten shades, lightest first.
const tuple = (shades: string) => shades.split(' ') as unknown as Tuple;

/** Text colors with WCAG AA contrast on their backgrounds, in both schemes. */
export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {
    '--qm-control': rem(32),
    '--qm-row': `${rowHeight}px`,
    '--qm-label-weight': '550',
  },
  light: {
    '--mantine-color-text': '#181b21',
    '--mantine-color-dimmed': '#535b68',
    '--mantine-color-placeholder': '#606875',
    '--mantine-color-error': 'var(--mantine-color-red-7)',
    '--mantine-color-anchor': 'var(--mantine-color-indigo-7)',
    '--mantine-color-default-border': '#dfe2e7',
    '--qm-chrome': '#f3f4f6',
    '--qm-chrome-hover': '#e8ebf0',
    '--qm-ground': '#f7f8fa',
    '--qm-hairline': '#eceef1',
    '--qm-prod-line': 'var(--mantine-color-red-7)',
  },
  dark: {
    '--mantine-color-dimmed': '#a8afbb',
    '--mantine-color-placeholder': '#969eab',
    '--mantine-color-default-border': '#30343c',
    '--mantine-color-error': 'var(--mantine-color-red-4)',
    '--mantine-color-anchor': 'var(--mantine-color-indigo-3)',
    '--mantine-color-indigo-light': '#2b335c',
    '--mantine-color-indigo-light-hover': '#343e70',
    '--mantine-color-green-light': '#1d4a29',
    '--mantine-color-amber-light': '#5c3a0a',
    '--mantine-color-red-light': '#6b1d1d',
    '--qm-chrome': '#0f1013',
    '--qm-chrome-hover': '#25282e',
    '--qm-ground': '#1c1e23',
    '--qm-hairline': '#24272d',
    '--qm-prod-line': 'var(--mantine-color-red-5)',
  },
});

/** Text typed after clicking into a select replaces its value, as it does after focusing it by keyboard. */
function selectText({ currentTarget }: MouseEvent<HTMLInputElement>): void {
  if (!currentTarget.readOnly) currentTarget.select();
}

/** Enter in an open list chooses an option or nothing: the form around it is not submitted. */
function keepEnter(event: KeyboardEvent<HTMLInputElement>): void {
  if (event.key === 'Enter' && event.currentTarget.getAttribute('aria-expanded') === 'true') event.preventDefault();
}
