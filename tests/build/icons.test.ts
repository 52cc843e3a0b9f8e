import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { iconFile, usedIcons } from '../../scripts/building/icons.mjs';

const folder = 'src/shared/ui/icons';

test('the icons are those that the console imports, as npm run icons writes them', () => {
  const files = readdirSync(folder).filter((file) => file !== 'icon.ts');
  expect(files.map((file) => file.replace('.ts', '')).toSorted()).toEqual(usedIcons());
  const spaces = /\s+/g;
  for (const file of files)
    expect(plain(readFileSync(join(folder, file), 'utf8'))).toBe(plain(iconFile(file.replace('.ts', ''))));

  /** Without what the formatter adds. */
  function plain(text: string): string {
    return text
      .replaceAll(spaces, '')
      .replaceAll(/["']/g, '')
      .replaceAll(/,(?=[\])}])/g, '');
  }
});

test('the lines of an icon are one path, and areas that overlap stay on their own', () => {
  expect(iconFile('x')).toContain("outline('M18 6l-12 12M6 6l12 12')");
  expect(iconFile('circle')).toMatch(/outline\(('M|\[\[)/);
  expect(() => iconFile('no-such-icon')).toThrow('Tabler has no icon IconNoSuchIcon');
});
