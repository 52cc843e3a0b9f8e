import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { copyProject } from '../../scripts/testing/project-copy.mjs';

const { layers } = createRequire(import.meta.url)('../../.dependency-cruiser.cjs') as {
  layers: Record<string, string[][]>;
};

/** Each layer with one that it must not import: its neighbour on the same line, otherwise one on the line above. */
const plants = Object.entries(layers).flatMap(([folder, lines]) =>
  lines.flatMap((line, index) =>
    line.flatMap((layer) => {
      const unseen = line.find((other) => other !== layer) ?? lines[index + 1]?.[0];
      return unseen === undefined ? [] : [{ folder, layer, unseen }];
    }),
  ),
);

/** Two sibling folders that import each other, without a cycle of files. */
const cycle = {
  'server/modules/planted/a/b/one.ts': "import '../../c/two.ts';\n",
  'server/modules/planted/c/two.ts': '',
  'server/modules/planted/c/three.ts': "import '../a/four.ts';\n",
  'server/modules/planted/a/four.ts': '',
};

describe('the layers', () => {
  let printed: string;
  const { folder: copy, remove } = copyProject();
  beforeAll(() => {
    const plant = (path: string, text: string) => writeFileSync(join(copy, path), text);
    for (const { folder, layer, unseen } of plants) {
      plant(
        `${folder}/${layer}/planted.ts`,
        `import '../${unseen}/seen.ts';\nimport '../${unseen}/seen.module.css';\n`,
      );
      plant(`${folder}/${unseen}/seen.ts`, 'export {};\n');
      plant(`${folder}/${unseen}/seen.module.css`, '');
    }
    for (const [path, text] of Object.entries(cycle)) {
      mkdirSync(dirname(join(copy, path)), { recursive: true });
      plant(path, text || 'export {};\n');
    }
    const { stdout, stderr, status } = spawnSync(process.execPath, ['scripts/testing/direction.mjs'], {
      cwd: copy,
      encoding: 'utf8',
    });
    printed = stdout + stderr;
    expect(status).toBe(1);
  });
  afterAll(remove);

  test.each(Object.keys(layers))('of %s list all of its folders, each once', (folder) => {
    const folders = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    expect((layers[folder] ?? []).flat().toSorted()).toEqual(folders.map(({ name }) => name).toSorted());
  });

  test.each(plants)('$folder/$layer may not import $unseen, nor its styles', ({ folder, layer, unseen }) => {
    for (const seen of ['seen.ts', 'seen.module.css'])
      expect(printed).toContain(
        `layers-of-${folder}/${layer}: ${folder}/${layer}/planted.ts -> ${folder}/${unseen}/${seen}`,
      );
  });

  test('folders next to each other may not import each other', () => {
    const [a, c] = ['server/modules/planted/a', 'server/modules/planted/c'];
    expect(printed).toMatch(new RegExp(`no-folder-cycles: (${a} -> ${c} -> ${a}|${c} -> ${a} -> ${c})\n`));
  });
});
