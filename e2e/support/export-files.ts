import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import type { Output } from '@quartermaster/contract/endpoints/endpoint.ts';
import type { reports } from '@quartermaster/contract/endpoints/reports.ts';

export type Exported = Record<string, unknown>;

/** Exports the active instance and downloads every file through the screens; returns the files by template. */
export async function exportFiles(page: Page): Promise<Record<string, Exported[]>> {
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const question = page.getByRole('dialog', { name: 'Export' });
  await expect(question).toContainText('Are you sure you want to export? This process may take some time.');
  const starting = page.waitForResponse((response) => response.url().endsWith('/export/templates'));
  await question.getByRole('button', { name: 'Yes, export' }).click();
  const { id } = (await (await starting).json()) as Output<typeof reports.start>;
  await expect(page.getByText('Export initiated successfully').first()).toBeVisible();
  await expect(question).toBeHidden();

  await page.getByRole('link', { name: 'Ancient Works' }).click();
  await page.getByRole('link', { name: 'Exported data' }).click();
  await page
    .getByRole('grid', { name: 'Exports' })
    .getByRole('link', { name: `Report ${id}` })
    .click();
  const report = page.getByRole('dialog', { name: `Report ${id}` });
  const buttons = report.getByRole('button', { name: /^Download .*\.json$/ });
  const steps = report.getByRole('listitem');
  await expect(steps.first()).toBeVisible();
  // Each step and the report as a whole.
  await expect(report.getByText('completed')).toHaveCount(1 + (await steps.count()), { timeout: 60_000 });
  await expect(buttons).toHaveCount(await steps.count());

  const files: Record<string, Exported[]> = {};
  for (const button of await buttons.all()) {
    const downloading = page.waitForEvent('download');
    await button.click();
    const download = await downloading;
    const name = download.suggestedFilename();
    expect(name).toMatch(/^\w+\.json$/);
    files[name.replace('.json', '')] = JSON.parse(await readFile(await download.path(), 'utf8'));
  }
  await page.keyboard.press('Escape');
  await expect(report).toBeHidden();
  return files;
}
