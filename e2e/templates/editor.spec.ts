import type { Page } from '@playwright/test';
import type { TreeField } from '@quartermaster/contract/content/template-tree.ts';
import { instances } from '@quartermaster/contract/endpoints/instances.ts';
import { templates } from '@quartermaster/contract/endpoints/templates.ts';
import { type FieldSettings, type FieldType, fieldTypeOf } from '@quartermaster/contract/field-types/registry.ts';
import { optionsOf } from '@quartermaster/contract/rules/replaced-options.ts';
import type { Api } from '../support/api.ts';
import { long } from '../support/long.ts';
import {
  chooseField,
  dragNew,
  dragRow,
  inReadingOrder,
  openTemplate,
  type ReadField,
  rowOf,
  rowsOf,
  shownJson,
  showTab,
  tabTo,
  templatePath,
  treeOf,
  withoutIds,
} from '../support/pages/template-editor.ts';
import { untilSettled } from '../support/settled.ts';
import { devHostUrl, expect, test } from '../support/test.ts';

const fieldsOf = async (api: Api, instanceId: number, templateId: string): Promise<TreeField[]> =>
  (await api.call(templates.get, { params: { instanceId, templateId } })).fields;

const label = (page: Page) => page.getByRole('textbox', { name: 'Label' });
const newOption = (page: Page) => page.getByRole('textbox', { name: 'New option' });
const help = (page: Page) => page.getByRole('textbox', { name: 'Help' });
const helpGroup = (page: Page) => page.getByRole('button', { name: /^Help/ });
/** The settings that are set by a checkbox. */
const flagsOf = (settings: FieldSettings) => [
  ...('required' in settings && settings.required ? ['Required'] : []),
  ...(settings.unique ? ['Unique'] : []),
];
const yes = (page: Page) => page.getByRole('button', { name: 'Yes, save changes' });

/** Fills the preview form of an ability’s fields, and returns the JSON that the server makes of it. */
async function previewOfAbility(page: Page, instanceId: number, templateId: string): Promise<string> {
  await openTemplate(page, instanceId, templateId);
  await showTab(page, 'Preview form');
  const form = page.getByRole('form', { name: 'Preview form' });
  const fill = (name: string, value: string) => form.getByRole('textbox', { name, exact: true }).fill(value);
  await fill('Key', 'antimage_blink');
  await fill('Dname', 'A “short” way');
  await form.getByRole('checkbox', { name: 'Is innate' }).click();
  await form.getByRole('combobox', { name: 'Dispellable', exact: true }).click();
  await page.getByRole('option', { name: 'No', exact: true }).click();
  const costs = form.getByRole('region', { name: 'Mc', exact: true });
  await costs.getByRole('button', { name: 'Add group' }).click();
  await costs.getByRole('textbox', { name: 'Value' }).fill('60');
  const attrib = form.getByRole('region', { name: 'Attrib', exact: true });
  await attrib.getByRole('button', { name: 'Add group' }).last().click();
  await attrib.getByRole('textbox', { name: 'Key' }).fill('range');
  const value = attrib.getByRole('region', { name: 'Value', exact: true });
  for (const [row, text] of ['925', '1150'].entries()) {
    await value.getByRole('button', { name: 'Add group' }).click();
    await value.getByRole('textbox', { name: 'Value' }).nth(row).fill(text);
  }
  return shownJson(page);
}

/** A part of the demo's abilities with both kinds of groups, nested ones, a choice, flags and help, labelled by their names. */
const partOfAbilities = (fields: readonly TreeField[]): TreeField[] => {
  const names = ['key', 'dname', 'is_innate', 'usage', 'dispellable', 'mc', 'attrib', 'value'];
  const byId = new Map(fields.map((field) => [field.id, field]));
  const isKept = ({ settings, parentId }: TreeField): boolean => {
    const parent = parentId === null ? null : byId.get(parentId);
    return names.includes(settings.name) && (parent === null || (parent !== undefined && isKept(parent)));
  };
  // A new field gets its name from its label, and these names are not those of their labels.
  // The title field is chosen in the details of the template.
  return fields.filter(isKept).map(({ settings: { title: _, ...settings }, ...field }) => ({
    ...field,
    settings: { ...settings, label: labelOf({ settings }) },
  }));
};

const labelOf = ({ settings: { name } }: { settings: { name: string } }): string =>
  name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ');

test.describe('a part of the abilities of the demo, rebuilt', () => {
  // High enough that all rows are in view: a drag has to reach its target.
  test.use({ viewport: { width: 1440, height: 1500 } });

  test(
    'by keyboard alone and by drag, is the same template, of which the preview shows the JSON',
    long,
    async ({ page, api, demo, ownTemplate }) => {
      const templateId = 'rebuilt';
      ownTemplate(templateId);
      const part = partOfAbilities(await fieldsOf(api, demo.dev, 'ability'));
      const wanted = inReadingOrder(part);
      const nameOf = ({ field }: ReadField) => field.settings.name;
      // These are inserted in another place, and dragged to their own within the tree.
      const late = wanted.filter((entry) => ['dispellable', 'dname'].includes(nameOf(entry)));
      const early = wanted.filter((entry) => !late.includes(entry));
      const typed = early.slice(
        0,
        early.findIndex((entry) => nameOf(entry) === 'attrib'),
      );
      expect(typed.map(nameOf)).toEqual(['is_innate', 'key', 'usage', 'mc', 'value']);

      const press = page.keyboard.press.bind(page.keyboard);
      await page.goto(`/instance/${demo.dev}/templates/new`);
      await tabTo(page, page.getByRole('textbox', { name: 'Name' }));
      await page.keyboard.type('Abilities');
      await tabTo(page, page.getByRole('textbox', { name: 'ID' }));
      await press('Control+a');
      await page.keyboard.type(templateId);
      await tabTo(page, page.getByRole('tab', { name: 'Details' }), 'Shift+Tab');
      await press('ArrowRight');

      const component = (type: FieldType) => page.getByRole('button', { name: fieldTypeOf(type).label, exact: true });
      const components = page.getByRole('tab', { name: 'Components' });
      const settingsTab = page.getByRole('tab', { name: 'Settings' });
      let depth = 0;
      for (const [index, { field, depth: deep }] of typed.entries()) {
        if (index > 0) {
          await tabTo(page, settingsTab);
          await press('ArrowLeft');
          await expect(components).toBeFocused();
        }
        await tabTo(page, component(field.settings.type));
        await press('Enter');
        await expect(rowsOf(page)).toHaveCount(index + 1);
        const line = treeOf(page).locator('[aria-selected="true"]');
        // Into the group that was added last, or after the field and then moved out.
        const before = typed[index - 1]?.field.settings.type;
        if (before === 'group' || before === 'dynamic-group') depth += 1;
        await expect(line).toHaveAttribute('aria-level', String(depth + 1));
        await tabTo(page, treeOf(page), 'Shift+Tab');
        for (; depth > deep; depth -= 1) await press('Alt+ArrowLeft');
        await expect(line).toHaveAttribute('aria-level', String(deep + 1));
        await press('Enter');
        await expect(label(page)).toBeFocused();
        await press('Control+a');
        await page.keyboard.type(field.settings.label);
        for (const flag of flagsOf(field.settings)) {
          await tabTo(page, page.getByRole('checkbox', { name: flag }));
          await press(' ');
        }
        for (const [place, option] of (optionsOf(field.settings) ?? []).entries()) {
          if (place === 0) await tabTo(page, newOption(page));
          await page.keyboard.type(option.label);
          await press('Enter');
        }
        if (field.settings.help !== undefined) {
          if ((await helpGroup(page).getAttribute('aria-expanded')) === 'false') {
            await tabTo(page, helpGroup(page));
            await press('Enter');
          }
          await tabTo(page, help(page));
          await page.keyboard.type(field.settings.help);
        }
        await press('Escape');
        await expect(treeOf(page)).toBeFocused();
      }

      const make = async ({ field }: ReadField, depth: number) => {
        await showTab(page, 'Components');
        await dragNew(page, field.settings.type, depth);
        await chooseField(page, rowsOf(page).last());
        await label(page).fill(field.settings.label);
        for (const flag of flagsOf(field.settings)) await page.getByRole('checkbox', { name: flag }).check();
        for (const option of optionsOf(field.settings) ?? []) {
          await newOption(page).fill(option.label);
          await newOption(page).press('Enter');
        }
        if (field.settings.help === undefined) return;
        if ((await helpGroup(page).getAttribute('aria-expanded')) === 'false') await helpGroup(page).click();
        await help(page).fill(field.settings.help);
      };
      for (const entry of early.slice(typed.length)) await make(entry, entry.depth);
      for (const entry of late) await make(entry, 0);
      const line = (text: string) => rowsOf(page).filter({ has: page.getByTitle(text, { exact: true }) });
      await dragRow(page, line('dispellable'), 'above', line('mc'), 1);
      await dragRow(page, line('dname'), 'above', line('is_innate'));
      await expect(rowsOf(page)).toHaveCount(wanted.length);

      await press('Control+s');
      await expect(yes(page)).toBeFocused();
      await press('Enter');
      await page.waitForURL(`**/templates/${templateId}/items`);
      expect(withoutIds(await fieldsOf(api, demo.dev, templateId))).toEqual(withoutIds(part));
      const json = await previewOfAbility(page, demo.dev, templateId);
      // As text, because the order of the properties counts, too.
      expect(JSON.stringify(JSON.parse(json))).toBe(
        JSON.stringify({
          id: 1,
          dname: 'A “short” way',
          is_innate: true,
          key: 'antimage_blink',
          usage: { dispellable: 'no', mc: [{ value: '60' }] },
          attrib: [{ key: 'range', value: [{ value: '925' }, { value: '1150' }] }],
        }),
      );
    },
  );
});

test('changing the instance with unsaved changes needs a confirmation, and only leaving loses them', async ({
  page,
  api,
  demo,
  sample,
}) => {
  await api.call(instances.activate, { params: { instanceId: demo.dev } });
  const path = templatePath(demo.dev, sample.templateId);
  await openTemplate(page, demo.dev, sample.templateId);
  await chooseField(page, rowOf(page, 'power'));
  await label(page).fill('Strength');
  await page.getByRole('button', { name: /^Change instance: / }).click();
  await page.getByRole('combobox', { name: 'Instance' }).click();
  await page.getByRole('option', { name: 'stage' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change instance' });
  await dialog.getByRole('button', { name: /^Change/ }).click();
  await expect(dialog).toContainText('You have unsaved changes. They are lost when you change the instance.');
  await dialog.getByRole('button', { name: 'Stay on this page' }).click();
  await expect(page).toHaveURL(new RegExp(path));
  await expect(label(page)).toHaveValue('Strength');

  await dialog.getByRole('button', { name: /^Change/ }).click();
  await dialog.getByRole('button', { name: 'Leave without saving' }).click();
  await expect(page.getByRole('button', { name: /^Change instance: .*stage/ })).toBeVisible();
  await api.call(instances.activate, { params: { instanceId: demo.dev } });
  await openTemplate(page, demo.dev, sample.templateId);
  await expect(rowOf(page, 'power')).toContainText('Power');
  await untilSettled(page.context());
  await expect(page.getByText(/You have unsaved changes from/)).toHaveCount(0);
});

test(
  'navigation of the portal away from unsaved changes needs a confirmation',
  long,
  async ({ page, api, demo, sample }) => {
    await api.call(instances.activate, { params: { instanceId: demo.dev } });
    await page.goto(`${devHostUrl}/content${templatePath(demo.dev, sample.templateId)}`);
    await chooseField(page, rowOf(page, 'power'));
    await label(page).fill('Strength');
    const leave = () => page.getByRole('navigation', { name: 'Portal' }).getByRole('link', { name: 'Players' }).click();
    const dismissed = page.waitForEvent('dialog').then((dialog) => dialog.dismiss());
    await leave();
    await dismissed;
    await expect(page).toHaveURL(/\/content\/instance/);
    await expect(label(page)).toHaveValue('Strength');
    page.once('dialog', (dialog) => void dialog.accept());
    await leave();
    await expect(page.getByRole('heading', { level: 1, name: 'Players' })).toBeVisible();
  },
);
