import { items } from '@quartermaster/contract/endpoints/items.ts';
import { fittingPage, restOf } from '../answer.ts';
import { idsOf, readTemplate } from '../content.ts';
import { Arguments, Cursor, defineTool, ItemRef, instanceOf, limitOf, Template } from '../tool.ts';

export const usedByTool = defineTool({
  name: 'used_by',
  title: 'What links to an item',
  description: 'The items that link to an item, with the field that does.',
  input: Arguments({ template: Template, item: ItemRef, limit: limitOf(50, 100), cursor: Cursor }),
  run: async (context, { environment, template, item, limit = 50, cursor }) => {
    const { id: instanceId, env } = instanceOf(context, environment);
    const [id = 0] = await idsOf(context, instanceId, await readTemplate(context, instanceId, template), [item]);
    const { rows, next } = await fittingPage(async (most) => {
      const { uses, next_cursor } = await context.call(items.listUses, {
        params: { instanceId, templateId: template, id },
        query: { limit: most, ...(cursor !== undefined && { cursor }) },
      });
      return { rows: uses, next: next_cursor };
    }, limit);
    return {
      note: `Links to item ${id} in ${env}: ${rows.length} on this page.${restOf(next)}`,
      data: { uses: rows, next_cursor: next },
    };
  },
});
