import type { ViewList } from '@quartermaster/contract/endpoints/views.ts';
import { createView } from '../modules/views/service.ts';

const list: ViewList = { filters: [], sort: null, hidden: [], order: [], widths: {}, size: null };

/** What the shop shows of an item: its quality and price, how often it can be used, and what it is made of. */
const shop: ViewList = {
  ...list,
  sort: { field: 'cost', direction: 'desc' },
  order: ['qual', 'cost', 'usage-cd', 'usage-mc', 'components'],
  hidden: [
    ...['dname', 'tier', 'created', 'picture', 'key', 'source_id', 'img', 'abilities', 'attrib', 'hint', 'desc'],
    ...['notes', 'lore', 'usage-behavior', 'usage-target_team', 'usage-target_type', 'usage-dmg_type'],
    ...['usage-dispellable', 'usage-bkbpierce', 'usage-hc', 'usage-charges'],
  ],
};

const views = [
  { templateId: 'item', name: 'Shop by price', list: shop },
  { templateId: 'item', name: 'By quality', list: { ...list, layout: 'gallery', group: 'qual' } },
  { templateId: 'hero', name: 'By attribute', list: { ...list, layout: 'gallery', group: 'primary_attr' } },
] as const;

type Create = Parameters<typeof createView>;

/** Views of the project, which its lists have as tabs. */
export async function seedViews(deps: Create[0], caller: Create[1]): Promise<void> {
  for (const { templateId, ...view } of views)
    await createView(deps, caller, templateId, { ...view, is_private: false, is_first: false });
}
