import { items } from '@quartermaster/contract/endpoints/items.ts';
import type { Api } from './api.ts';

/** Creates items of a template, named `Item 0` and so on, with texts and whole numbers of fields outside of rows; returns their ids. */
export async function createItems(
  api: Api,
  instanceId: number,
  templateId: string,
  all: readonly Record<string, string | number>[],
): Promise<number[]> {
  const body = {
    items: all.map((values, place) => ({
      template_id: templateId,
      internal_label: `Item ${place}`,
      fields: Object.entries(values).map(([id, value]) => ({
        ...{ id, template_field_id: id, status: 1 as const, value },
        template_field_type: typeof value === 'number' ? ('integer' as const) : ('text' as const),
        ...{ template_group_id: null, template_group_path: null },
      })),
    })),
  };
  return (await api.call(items.saveMany, { params: { instanceId }, body })).items.map(({ id }) => id);
}
