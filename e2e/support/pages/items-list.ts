import { expect, type Page } from '@playwright/test';

export const itemsPath = (instanceId: number, templateId: string) =>
  `/instance/${instanceId}/templates/${templateId}/items`;

/** The labels of the shown rows, once the list has loaded. */
export async function shownLabels(page: Page): Promise<string[]> {
  const table = page.locator('table[aria-busy="false"]');
  await table.waitFor();
  return table.locator('tbody tr:not([aria-hidden]) > th + td').allInnerTexts();
}

/** The label of an item in its row: chips of linked items in other columns may have the same name. */
export const labelLink = (page: Page, label: string) =>
  page.locator('tbody tr:not([aria-hidden]) > th + td').getByRole('link', { name: label, exact: true });

/** Opens the form of the filters, which gives its field the focus. */
export async function openFilter(page: Page) {
  const toggle = page.getByRole('button', { name: 'Filter', exact: true });
  if ((await toggle.getAttribute('aria-expanded')) === 'false') await toggle.click();
}

/** Adds a condition on the label by typing, from the choice of the field on. */
export async function filterLabel(page: Page, text: string) {
  await openFilter(page);
  const field = page.getByRole('combobox', { name: 'Filter field' });
  await field.click();
  await field.pressSequentially('label');
  await page.getByRole('option', { name: 'Label', exact: true }).click();
  await page.getByRole('textbox', { name: 'Filter value' }).fill(text);
  await page.getByRole('button', { name: 'Apply', exact: true }).click();
}

/** Sorts by a column, ascending, and waits until the list is sorted or loads the sorted rows, for which {@link shownLabels} waits. */
export async function sortBy(page: Page, column: string) {
  await page.getByRole('button', { name: column, exact: true }).click();
  await expect(page.getByRole('columnheader', { name: column, exact: true })).toHaveAttribute('aria-sort', 'ascending');
}
