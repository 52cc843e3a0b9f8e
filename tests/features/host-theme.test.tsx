import { act, screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { contrast, type hostTheme, paletteOf } from '../../src/app/host-theme.ts';
import { shows } from '../specification/shows.ts';
import { renderConsole } from '../support/console.tsx';

type Rgb = Parameters<typeof contrast>[0];

const rgb = (hex = ''): Rgb => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as unknown as Rgb;
const [white, black, dark] = [rgb('#ffffff'), rgb('#000000'), rgb('#17181c')];
const steps = [0, 51, 102, 153, 204, 255];
const colors = steps.flatMap((red) => steps.flatMap((green) => steps.map((blue) => [red, green, blue] as const)));

/** The lowest contrasts of a color from a host. */
function lowest(color: Rgb) {
  const palette = paletteOf(color);
  // As in Mantine, based on the filled shade of the light scheme.
  const on = contrast(rgb(palette.shades[7]), black) > contrast(rgb(palette.shades[7]), white) ? black : white;
  const of = (variables: Record<string, string>, ground: Rgb) => {
    const variable = (name: string) => rgb(variables[`--mantine-color-indigo-${name}`]);
    return {
      button: Math.min(contrast(variable('filled'), on), contrast(variable('filled-hover'), on)),
      mark: contrast(variable('filled'), ground),
      text: Math.min(
        ...['light', 'light-hover'].map((name) => contrast(variable(name), variable('light-color'))),
        contrast(ground, rgb(variables['--mantine-color-anchor'])),
      ),
    };
  };
  return [of(palette.light, white), of(palette.dark, dark)];
}

describe('a primary color', () => {
  test('has contrast in both schemes, whatever the color', () => {
    shows('4.host.theme.contrast');
    const weak = colors.filter((color) =>
      lowest(color).some(({ button, mark, text }) => button < 4.5 || mark < 3 || text < 4.5),
    );
    expect(weak).toEqual([]);
  });

  test('is unchanged if its contrast is sufficient', () => {
    shows('4.host.theme.contrast');
    const { shades, dark } = paletteOf(rgb('#1c7ed6'));
    expect(shades[7]).toBe('#1c7ed6');
    expect(dark['--mantine-color-indigo-filled']).toBe('#1c7ed6');
  });
});

test('the host’s tokens apply only inside the console, and change without a remount', async () => {
  shows('4.host.theme.tokens');
  const theme: Parameters<typeof hostTheme>[0] = { primaryColor: '#fc0', fontFamily: "'Open Sans', serif", radius: 2 };
  const { console, root, events } = await renderConsole('/login', { props: { theme, ownsDocument: false } });
  const button = await screen.findByRole('button', { name: 'Sign in' });
  const styles = () => [...document.querySelectorAll('style')].map(({ textContent }) => textContent).join('');
  const declared = (name: string) => new RegExp(`--mantine-${name}: ?([^;]+);`).exec(styles())?.[1];
  const isDeclared = (name: string, value: string | undefined) => styles().includes(`--mantine-${name}: ${value};`);
  await waitFor(() => expect(declared('font-family')).toMatch(/^'Open Sans', serif, system-ui/));
  const { light, dark: inDark } = paletteOf([255, 204, 0]);
  for (const { '--mantine-color-indigo-filled': filled } of [light, inDark])
    expect(isDeclared('color-indigo-filled', filled)).toBe(true);
  expect(declared('radius-md')).toBe('calc(0.125rem * var(--mantine-scale))');
  expect(declared('primary-color-contrast')).toBe('var(--mantine-color-black)');
  for (const selector of styles().match(/[^{}]+(?=\{[^{}]*--mantine-font-family)/g) ?? [])
    expect(selector).toContain(root.dataset.qmRoot);

  await act(async () => console.update({ theme: { radius: 16 } }));
  await waitFor(() => expect(declared('radius-md')).toBe('calc(1rem * var(--mantine-scale))'));
  expect(declared('font-family')).toMatch(/^system-ui/);
  const usual = declared('spacing-md');
  await act(async () => console.update({ theme: { radius: 16, density: 'compact' } }));
  await waitFor(() => expect(styles()).toMatch(/--qm-control: ?calc\(1\.75rem /));
  expect(declared('spacing-md')).toBe('calc(0.75rem * var(--mantine-scale))');
  await act(async () => console.update({ theme: { radius: 16, density: 'comfortable' } }));
  await waitFor(() => expect(declared('spacing-md')).toBe(usual));
  await act(async () => console.update({ colorScheme: 'dark' }));
  expect(declared('radius-md')).toBe('calc(1rem * var(--mantine-scale))');
  await act(async () => console.update({ theme: undefined }));
  await waitFor(() => expect(declared('radius-md')).not.toBe('calc(1rem * var(--mantine-scale))'));
  expect(button.isConnected).toBe(true);
  expect(events.filter(({ type }) => type === 'title')).toHaveLength(1);
});
