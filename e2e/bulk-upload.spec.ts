import type { Page } from '@playwright/test';
import { imageTemplate } from '@quartermaster/contract/content/reserved-templates.ts';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import { filterOps } from '@quartermaster/contract/field-types/filters.ts';
import type { Api } from './support/api.ts';
import { long } from './support/long.ts';
import { itemsPath } from './support/pages/items-list.ts';
import { shows } from './support/shows.ts';
import { test as base, expect } from './support/test.ts';

interface Own {
  /** Part of the labels of the test's images, which are deleted at its end. */
  prefix: string;
}

const test = base.extend<Own>({
  prefix: async ({ api, demo }, use, { testId }) => {
    const prefix = `bulk ${testId}`;
    await use(prefix);
    for (const { id } of await imagesOf(api, demo.dev, prefix))
      await api.call(items.delete, { params: { instanceId: demo.dev, templateId: imageTemplate.id, id } });
  },
});

async function imagesOf(api: Api, instanceId: number, label: string) {
  const filters = [{ template_field_id: 'label', op: filterOps.contains, value: label }];
  const params = { instanceId, templateId: imageTemplate.id };
  return (await api.call(items.list, { params, body: { filters, limit: 1000 } })).items;
}

const open = async (page: Page, instanceId: number) => {
  await page.goto(`${itemsPath(instanceId, imageTemplate.id)}/upload`);
  await expect(page.getByRole('heading', { level: 1, name: 'Upload and create images in bulk' })).toBeVisible();
};
const table = (page: Page) => page.getByRole('grid', { name: 'Images to create' });
const create = (page: Page) => page.getByRole('button', { name: 'Create images' }).click();

/** Drops pictures drawn by the browser, each in a different colour, on the page. */
async function drop(page: Page, prefix: string, count: number) {
  const data = await page.evaluateHandle(
    async ([name, amount]) => {
      const transfer = new DataTransfer();
      const canvas = new OffscreenCanvas(64, 64);
      for (let index = 0; index < amount; index += 1) {
        const context = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D;
        context.fillStyle = `rgb(${index % 256} ${Math.floor(index / 256)} ${name.length})`;
        context.fillRect(0, 0, 64, 64);
        const blob = await canvas.convertToBlob({ type: index % 2 === 0 ? 'image/png' : 'image/jpeg', quality: 1 });
        transfer.items.add(
          new File([blob], `${name} ${index}.${index % 2 === 0 ? 'png' : 'jpg'}`, { type: blob.type }),
        );
      }
      return transfer;
    },
    [prefix, count] as const,
  );
  const area = page.getByText(/^Or drop or paste PNG or JPG files here/);
  for (const type of ['dragenter', 'dragover', 'drop']) await area.dispatchEvent(type, { dataTransfer: data });
}

test('70 pictures are dropped and become images; only visible rows are rendered', async ({
  page,
  api,
  demo,
  prefix,
}) => {
  shows('2.1.images.bulk-upload', '2.2.upload.drop-area', '2.4.bulk.success-goes');
  await open(page, demo.dev);
  await drop(page, prefix, 70);
  await expect(table(page)).toHaveAttribute('aria-rowcount', '71');
  // More rows are rendered until the code that windows them is loaded.
  await expect.poll(() => table(page).getByRole('rowheader').count()).toBeLessThan(60);
  const preview = table(page).locator('img').first();
  await expect.poll(() => preview.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(64);
  await create(page);
  await page.waitForURL(/\/templates\/image\/items$/, { timeout: 60_000 });
  await expect(page.getByText('Images were successfully created')).toBeVisible();
  const labels = (await imagesOf(api, demo.dev, prefix)).map(({ internal_label }) => internal_label);
  expect(labels.toSorted()).toEqual(Array.from({ length: 70 }, (_, index) => `${prefix} ${index}`).toSorted());
});

test(
  'a file that only claims to be a picture has no preview, and stays with the error',
  long,
  async ({ page, guard, demo, prefix }) => {
    guard.allow(/status of 422/);
    await open(page, demo.dev);
    await page
      .getByLabel('Image files')
      .setInputFiles([
        { name: `${prefix}.png`, mimeType: 'image/png', buffer: Buffer.from('<svg><script>alert(1)</script></svg>') },
      ]);
    await expect(table(page).getByRole('img', { name: 'No preview' })).toBeVisible();
    await create(page);
    const reason = 'Please upload a file of image type (JPG, PNG)';
    await expect(page.getByRole('alert')).toContainText(`${prefix}.png: ${reason}`);
    await expect(table(page).getByRole('gridcell', { name: reason })).toBeVisible();
  },
);

test('a picture in the clipboard is pasted into the bulk upload and into the item form', async ({
  page,
  context,
  demo,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await open(page, demo.dev);
  await page.evaluate(async () => {
    const blob = await new OffscreenCanvas(8, 8).getContext('2d')?.canvas.convertToBlob({ type: 'image/png' });
    if (blob) await navigator.clipboard.write([new ClipboardItem({ 'image/png': blob })]);
  });
  await page.keyboard.press('Control+v');
  await expect(table(page).getByRole('rowheader', { name: 'image' })).toBeVisible();

  await page.getByRole('button', { name: 'Remove image' }).click();
  await page.goto(`${itemsPath(demo.dev, imageTemplate.id)}/new`);
  await page.getByRole('textbox', { name: 'Label' }).focus();
  await page.keyboard.press('Control+v');
  await expect(page.getByRole('img', { name: 'Preview' })).toBeVisible();
});
