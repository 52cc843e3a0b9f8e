import { items } from '@quartermaster/contract/endpoints/items.ts';
import { templates } from '@quartermaster/contract/endpoints/templates.ts';
import { strToU8, zipSync } from 'fflate';
import { expectAccessibleInBoth } from './support/axe.ts';
import { long } from './support/long.ts';
import { consoleUrl, devHostUrl, expect, test } from './support/test.ts';

const templateId = 'imported_swords';
const fields = (['sku', 'price'] as const).map((id, order) => ({
  id,
  parentId: null,
  order,
  settings:
    id === 'sku'
      ? {
          type: 'text' as const,
          name: id,
          label: 'Article',
          required: true,
          unique: true as const,
          minimum: null,
          maximum: null,
        }
      : { type: 'integer' as const, name: id, label: 'Price', required: false, minimum: 0, maximum: null },
}));

/** A workbook whose sheet is large enough that a library would unpack it in a worker of its own. */
function workbook(rows: number): Buffer {
  const row = (cells: (string | number)[], at: number) => {
    const all = cells.map((cell, index) => {
      const place = `r="${'ABC'[index]}${at + 1}"`;
      return typeof cell === 'number'
        ? `<c ${place}><v>${cell}</v></c>`
        : `<c ${place} t="inlineStr"><is><t>${cell}</t></is></c>`;
    });
    return `<row r="${at + 1}">${all.join('')}</row>`;
  };
  const named = [
    ['_label', 'Article', 'Price'],
    ...Array.from({ length: rows }, (_, at) => [`Sword ${at}`, `k${at}`, at]),
  ];
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const packaged = 'http://schemas.openxmlformats.org/package/2006';
  const parts = {
    '[Content_Types].xml': `<Types xmlns="${packaged}/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${packaged}/relationships"><Relationship Id="r1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="Swords" sheetId="1" r:id="r1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${packaged}/relationships"><Relationship Id="r1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${main}"><sheetData>${named.map(row).join('')}</sheetData></worksheet>`,
  };
  const files = Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)]));
  return Buffer.from(zipSync(files));
}

for (const { name, base, length } of [
  { name: 'stand-alone', base: consoleUrl, length: {} },
  { name: 'in the portal', base: `${devHostUrl}/content`, length: long },
]) {
  test(`a workbook is read in a worker and imported, ${name}`, length, async ({ page, api, demo, ownTemplate }) => {
    ownTemplate(templateId);
    const params = { instanceId: demo.dev };
    await api.call(templates.save, { params, body: { id: templateId, label: 'Swords', version: 0, fields } });
    // The host page has landmarks of its own.
    const look = async (step: string) => {
      if (base === consoleUrl) await expectAccessibleInBoth(page, step);
    };
    const started: string[] = [];
    page.on('worker', (worker) => started.push(worker.url()));
    await page.goto(`${base}/instance/${demo.dev}/templates/${templateId}/items`);
    await page.getByRole('link', { name: 'Import', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Import into Swords' })).toBeVisible();

    const data = workbook(900).toString('base64');
    const dropped = await page.evaluateHandle((text) => {
      const bytes = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
      const transfer = new DataTransfer();
      transfer.items.add(new File([bytes], 'swords.xlsx'));
      return transfer;
    }, data);
    await page.getByText('Or drop an XLSX').dispatchEvent('drop', { dataTransfer: dropped });
    await expect(page.getByText('900 rows, 3 columns')).toBeVisible();
    expect(started).toHaveLength(1);
    await look('source');

    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByRole('combobox', { name: 'Column Article is imported as' })).toHaveValue('Article');
    await look('columns');
    await page.getByRole('button', { name: 'Check the rows' }).click();
    await expect(page.getByRole('tab', { name: 'Added 900' })).toBeVisible();
    await look('check');
    await page.setViewportSize({ width: 390, height: 844 });
    await look('check, narrow');
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'The rows are imported' })).toBeVisible();
    await look('done, narrow');
    const list = await api.call(items.list, {
      params: { ...params, templateId },
      body: { search: 'Sword 899', limit: 1 },
    });
    expect(list.items[0]?.values).toEqual({ sku: 'k899', price: 899 });
  });
}

test('a designer’s sheet is imported at the first try, and refused rows leave the buttons in their line', async ({
  page,
  api,
  demo,
  ownTemplate,
}) => {
  ownTemplate(templateId);
  const params = { instanceId: demo.dev };
  await api.call(templates.save, { params, body: { id: templateId, label: 'Swords', version: 0, fields } });
  await page.setViewportSize({ width: 1366, height: 820 });
  const check = async (text: string) => {
    await page.goto(`${consoleUrl}/instance/${demo.dev}/templates/${templateId}/items/import`);
    await page
      .getByLabel('File with rows')
      .setInputFiles({ name: 'swords.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByRole('radio', { name: '1950 (thousands)' })).toBeChecked();
    await expectAccessibleInBoth(page, 'columns with commas');
    await page.getByRole('button', { name: 'Check the rows' }).click();
  };
  await check('Swords of autumn,,\n_label,Article,Price\nA,a,"1,950"\nB,b,50\n');
  await expect(page.getByRole('tab', { name: 'Added 2' })).toBeVisible();
  await check('_label,Article,Price\nA,a,"1,950"\nB,,50\n');
  await expect(page.getByRole('tab', { name: 'Refused 1' })).toBeVisible();
  const [back, next] = await Promise.all(
    ['Back', 'Import'].map((name) => page.getByRole('button', { name, exact: true }).boundingBox()),
  );
  expect(next?.y).toBe(back?.y);
  expect(next?.x).toBeGreaterThan(back?.x ?? 0);
});
