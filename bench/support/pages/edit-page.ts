import type { Page } from '@playwright/test';

const row = 'tbody tr[aria-rowindex]';

/** The prices that the first rows of the list show. */
function shownPrices(page: Page, count: number): Promise<string[]> {
  return page.evaluate(
    ({ selector, wanted }) => {
      const heads = [...document.querySelectorAll('thead th')];
      const column = heads.findIndex(({ textContent }) => textContent?.trim() === 'Price');
      const rows = [...document.querySelectorAll<HTMLTableRowElement>(selector)].slice(0, wanted);
      return rows.map(({ cells }) => cells[column]?.textContent ?? '');
    },
    { selector: row, wanted: count },
  );
}

/** Starts a measurement from the next click until all of the first rows show another price. */
function fromClick(page: Page, before: readonly string[]) {
  return page.evaluateHandle(
    ({ selector, prices }) => {
      let since = 0;
      addEventListener(
        'click',
        ({ timeStamp }) => {
          since = timeStamp;
        },
        { capture: true, once: true },
      );
      const isChanged = () => {
        const heads = [...document.querySelectorAll('thead th')];
        const column = heads.findIndex(({ textContent }) => textContent?.trim() === 'Price');
        const rows = [...document.querySelectorAll<HTMLTableRowElement>(selector)].slice(0, prices.length);
        const now = rows.map(({ cells }) => cells[column]?.textContent ?? '');
        return now.length === prices.length && now.every((price, index) => price !== '' && price !== prices[index]);
      };
      return { done: window.painted(isChanged).then((at) => at - since) };
    },
    { selector: row, prices: before },
  );
}

async function openRows(page: Page, list: string, count: number): Promise<string[]> {
  await page.goto(list);
  await page
    .locator(row)
    .nth(count - 1)
    .waitFor();
  return shownPrices(page, count);
}

/** Adds 1 to the price of the first items of a list; returns the milliseconds from the click until their rows were painted. */
export async function editRows(page: Page, list: string, count: number): Promise<number> {
  const before = await openRows(page, list, count);
  const boxes = page.locator(`${row} input[type="checkbox"]`);
  await boxes.first().click();
  await boxes.nth(count - 1).click({ modifiers: ['Shift'] });
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Field' }).click();
  await page.getByRole('option', { name: 'Price' }).click();
  await dialog.getByRole('combobox', { name: 'Operation' }).selectOption('add');
  await dialog.getByRole('textbox', { name: 'Value' }).fill('1');
  const apply = dialog.getByRole('button', { name: `Apply to ${count} items` });
  await apply.waitFor();
  const measured = await fromClick(page, before);
  await apply.click();
  return measured.evaluate(({ done }) => done);
}

/** Changes the price of the first item of a list in its form; returns the milliseconds from the click until its row was painted. */
export async function saveRow(page: Page, list: string, price: number): Promise<number> {
  const before = await openRows(page, list, 1);
  await page.locator(`${row} a`).first().click();
  await page.getByRole('textbox', { name: 'Price' }).fill(String(price));
  const measured = await fromClick(page, before);
  // Without the question whether to save.
  await page.getByRole('button', { name: 'Save changes' }).click({ modifiers: ['Control'] });
  return measured.evaluate(({ done }) => done);
}
