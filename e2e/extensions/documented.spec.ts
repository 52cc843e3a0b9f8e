import { extensions } from '@quartermaster/contract/endpoints/extensions.ts';
import { templates } from '@quartermaster/contract/endpoints/templates.ts';
import { workspaces } from '@quartermaster/contract/endpoints/workspaces.ts';
import { exampleOf, serveExample } from '../support/documented-examples.ts';
import { shows } from '../support/shows.ts';
import { publish } from '../support/studio-site.ts';
import { consoleUrl, devHostUrl, expect, test } from '../support/test.ts';

const templateId = 'ranged';

test('the documented extension runs in its frame, and the one of the portal takes its place there', async ({
  page,
  api,
  demo,
  ownTemplate,
}) => {
  shows('5.parts.extensions-frame', '5.parts.extensions-host');
  ownTemplate(templateId);
  const [script, manifest, portal] = [
    exampleOf('Your own extension', { file: 'extensions.md', language: 'js' }),
    exampleOf('The manifest', { file: 'extensions.md', language: 'json' }),
    exampleOf('In a portal', { file: 'extensions.md' }),
  ];
  const settings = {
    type: 'integer' as const,
    name: 'power',
    label: 'Power',
    required: false,
    minimum: null,
    maximum: 20,
    editor: 'acme-range',
  };
  const body = {
    id: templateId,
    label: 'Ranged',
    version: 0,
    fields: [{ id: 'power', parentId: null, order: 0, settings }],
  };
  await api.call(templates.save, { params: { instanceId: demo.dev }, body });
  const { workspaces: list } = await api.call(workspaces.list, {});
  const workspaceId =
    list.find(({ projects }) => projects.some(({ instances }) => instances.some(({ id }) => id === demo.dev)))?.id ?? 0;
  const site = await publish(JSON.parse(manifest), script);
  const { extension } = await api.call(extensions.allow, { params: { workspaceId }, body: { address: site.address } });
  await site.close();

  const path = `/instance/${demo.dev}/templates/${templateId}/items/new`;
  await page.goto(`${consoleUrl}${path}`);
  const inFrame = page.frameLocator('iframe[title="Power"]').getByRole('slider', { name: 'Power' });
  await expect(inFrame).toHaveAttribute('max', '20');
  await page.getByRole('textbox', { name: 'Label' }).press('Tab');
  await expect(inFrame).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByText('Power empty → 1')).toBeVisible();
  await page.getByRole('button', { name: 'Discard', exact: true }).click();

  await serveExample(page, portal);
  await page.goto(`${devHostUrl}/content${path}`);
  const inPage = page.getByRole('slider', { name: 'Power' });
  await inPage.focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByText('Power empty → 1')).toBeVisible();
  await expect(page.locator('iframe')).toHaveCount(0);
  await api.call(extensions.remove, { params: { workspaceId, extensionId: extension.id } });
});
