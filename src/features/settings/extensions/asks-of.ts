import type { Capabilities } from '@quartermaster/contract/endpoints/extensions.ts';
import { extensionLimits } from '@quartermaster/contract/extensions/messages.ts';
import { fieldTypeOf } from '@quartermaster/contract/field-types/registry.ts';
import { numberText } from '@quartermaster/contract/number-text.ts';

/** What an extension asks for: what it does, and what it gets for it. */
export interface Ask {
  capability: keyof Capabilities;
  does: string;
  gets: string;
}

const itemsOf = (templates: readonly string[] | undefined): string =>
  templates ? `items of ${templates.join(', ')}` : 'items of all templates';

/** What an extension asks for, in plain words. */
export function asksOf({ editor_types: types, has_cells: hasCells, panel, action, card }: Capabilities): Ask[] {
  const kinds = `${types.length === 1 ? 'type' : 'types'} ${types.map((type) => fieldTypeOf(type).label).join(', ')}`;
  const asks: (Ask | false | undefined)[] = [
    types.length > 0 && {
      capability: 'editor_types',
      does: `Edits fields of the ${kinds} that name it.`,
      gets: 'It sees and changes the value of such a field, and sees no other.',
    },
    hasCells && {
      capability: 'has_cells',
      does: 'Draws the values of these fields in lists, grids and comparisons.',
      gets: 'It sees these values.',
    },
    panel && {
      capability: 'panel',
      does: `Has the panel “${panel.title}” next to the form of ${itemsOf(panel.templates)}.`,
      gets: 'It sees all values of the item that is open, as it was saved, and changes none.',
    },
    action && {
      capability: 'action',
      does: `Has the action “${action.title}” for selected ${itemsOf(action.templates)}.`,
      gets: `It sees all values of the items that someone has selected, up to ${numberText(extensionLimits.items)}, and proposes changes of them. Whoever has selected them sees each change before applying it.`,
    },
    card && {
      capability: 'card',
      does: `Has the card “${card.title}” on the dashboard.`,
      gets: 'It sees the names of the workspace, the project and the environment, and no content.',
    },
  ];
  return asks.filter((ask) => typeof ask === 'object');
}
