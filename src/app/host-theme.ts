import { type CSSVariablesResolver, type MantineThemeOverride, rem } from '@mantine/core';
import type { ThemeTokens } from './context/host-api.ts';
import { cssVariablesResolver, systemFonts, type Tuple } from './theme/theme.ts';

/** What a host's tokens change in the console's theme. */
export interface HostTheme {
  theme: MantineThemeOverride;
  resolver: CSSVariablesResolver;
}

type Rgb = readonly [number, number, number];

const white: Rgb = [255, 255, 255];
const black: Rgb = [0, 0, 0];
/** The background in the dark scheme. */
const darkGround: Rgb = [23, 24, 28];

/** WCAG AA: for text, and for graphics. */
const least = { text: 4.5, mark: 3 };

/** At this luminance black and white have the same contrast, 4.58. */
const luminanceThreshold = 0.179;

/** The theme for a host's tokens: readable in both schemes, whatever color the host has chosen. */
export function hostTheme({ primaryColor, fontFamily, radius, density }: ThemeTokens): HostTheme {
  const sizes = density === 'compact' ? compact : null;
  const palette = primaryColor === undefined ? null : paletteOf(toRgb(primaryColor));
  const fonts = fontFamily === undefined ? null : `${fontFamily}, ${systemFonts}`;
  const theme: MantineThemeOverride = {
    ...(palette && { autoContrast: true, luminanceThreshold, colors: { indigo: palette.shades } }),
    ...(fonts !== null && { fontFamily: fonts, headings: { fontFamily: fonts, fontWeight: '600' } }),
    ...(radius !== undefined && { radius: radiiOf(radius) }),
    ...(sizes && { spacing: sizes.spacing }),
  };
  const resolver: CSSVariablesResolver = (resolved) => {
    const { variables, light, dark } = cssVariablesResolver(resolved);
    return {
      variables: { ...variables, ...sizes?.variables },
      light: { ...light, ...palette?.light },
      dark: { ...dark, ...palette?.dark },
    };
  };
  return { theme, resolver };
}

/** Three quarters of the usual room, around the same text. */
const compact = {
  spacing: { xs: rem(6), sm: rem(9), md: rem(12), lg: rem(18), xl: rem(24) },
  variables: { '--qm-control': rem(28) },
};

/** The proportions of Mantine's own radii. */
const radiiOf = (medium: number) => {
  const of = (share: number) => `calc(${(medium * share) / 16}rem * var(--mantine-scale))`;
  return { xs: of(0.25), sm: of(0.5), md: of(1), lg: of(2), xl: of(4) };
};

/**
 * The color as ten shades, with one fill for both schemes, and the variables that Mantine would derive from shades without measuring their
 * contrast.
 */
export function paletteOf(color: Rgb) {
  const isBlackOn = luminance(color) > luminanceThreshold;
  const hover = (fill: Rgb) => mix(fill, isBlackOn ? white : black, 0.12);

  const fillLight = until(color, black, (it) => contrast(it, white) >= least.mark);
  const softLight = mix(white, color, 0.12);
  const softerLight = mix(white, color, 0.2);
  const textLight = until(color, black, (it) => contrast(it, softerLight) >= least.text);

  const fillDark = until(color, white, (it) => contrast(it, darkGround) >= least.mark);
  const softDark = mix(darkGround, fillDark, 0.25);
  const softerDark = mix(darkGround, fillDark, 0.35);
  const textDark = until(color, white, (it) => contrast(it, softerDark) >= least.text);

  const shades = [
    mix(white, color, 0.06),
    softLight,
    mix(textDark, white, 0.3),
    textDark,
    fillDark,
    fillDark,
    mix(fillDark, fillLight, 0.5),
    fillLight,
    textLight,
    mix(textLight, black, 0.3),
  ].map(toHex) as Tuple;

  return {
    shades,
    light: variables({
      fill: fillLight,
      hover: hover(fillLight),
      soft: softLight,
      softer: softerLight,
      text: textLight,
    }),
    dark: variables({
      fill: fillDark,
      hover: hover(fillDark),
      soft: softDark,
      softer: softerDark,
      text: textDark,
    }),
  };
}

interface SchemeColors {
  /** For buttons and marks, normal and hovered. */
  fill: Rgb;
  hover: Rgb;
  /** Backgrounds of text in this color. */
  soft: Rgb;
  softer: Rgb;
  text: Rgb;
}

function variables({ fill, hover, soft, softer, text }: SchemeColors): Record<string, string> {
  const name = '--mantine-color-indigo';
  return {
    [`${name}-filled`]: toHex(fill),
    [`${name}-filled-hover`]: toHex(hover),
    [`${name}-light`]: toHex(soft),
    [`${name}-light-hover`]: toHex(softer),
    [`${name}-light-color`]: toHex(text),
    [`${name}-text`]: toHex(text),
    [`${name}-outline`]: toHex(text),
    '--mantine-color-anchor': toHex(text),
  };
}

/** The color, mixed with just enough of another one. */
function until(color: Rgb, other: Rgb, isEnough: (color: Rgb) => boolean): Rgb {
  for (let percent = 0; percent < 100; percent++) {
    const mixed = mix(color, other, percent / 100);
    if (isEnough(mixed)) return mixed;
  }
  return other;
}

/** Six digits, or three that each stand for two. */
function toRgb(hex: string): Rgb {
  const digits = hex.length === 4 ? hex.replaceAll(/[^#]/g, '$&$&') : hex;
  const part = (start: number) => Number.parseInt(digits.slice(start, start + 2), 16);
  return [part(1), part(3), part(5)];
}

const toHex = (color: Rgb): string => `#${color.map((part) => part.toString(16).padStart(2, '0')).join('')}`;

const mix = (one: Rgb, other: Rgb, share: number): Rgb => {
  const part = (index: 0 | 1 | 2) => Math.round(one[index] + (other[index] - one[index]) * share);
  return [part(0), part(1), part(2)];
};

/** The contrast of two colors as WCAG defines it, from 1 to 21. */
export function contrast(one: Rgb, other: Rgb): number {
  const [lighter = 0, darker = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(color: Rgb): number {
  const [red = 0, green = 0, blue = 0] = color.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
