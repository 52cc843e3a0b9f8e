import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Report } from '../verify.ts';
import { toJunit } from './junit.ts';
import { toMarkdown } from './markdown.ts';

/** Writes the reports into a folder, and returns their paths. */
export async function writeReports(report: Report, folder: string): Promise<string[]> {
  const contents = {
    'report.md': toMarkdown(report),
    'junit.xml': toJunit(report),
    'report.json': `${JSON.stringify(report, null, 2)}\n`,
  };
  await mkdir(folder, { recursive: true });
  return Promise.all(
    Object.entries(contents).map(async ([name, content]) => {
      const path = join(folder, name);
      await writeFile(path, content);
      return path;
    }),
  );
}
