import type { ComboboxParsedItem, OptionsFilter } from '@mantine/core';
import { foldText } from '@quartermaster/contract/texts.ts';

/** Options whose label contains what is typed, found as lists find it. */
export const findOptions: OptionsFilter = ({ options, search, limit }) => {
  const sought = foldText(search.trim());
  const isFound = ({ label }: { label: string }) => foldText(label).includes(sought);
  const found = options.flatMap((option): ComboboxParsedItem[] => {
    if (!('group' in option)) return isFound(option) ? [option] : [];
    const items = option.items.filter(isFound);
    return items.length > 0 ? [{ ...option, items }] : [];
  });
  return firstOptions(found, limit);
};

/** The first options, those in groups included. */
function firstOptions(options: readonly ComboboxParsedItem[], limit: number): ComboboxParsedItem[] {
  const first: ComboboxParsedItem[] = [];
  let left = limit;
  for (const option of options) {
    if (left <= 0) break;
    const part = 'group' in option ? { ...option, items: option.items.slice(0, left) } : option;
    first.push(part);
    left -= 'group' in part ? part.items.length : 1;
  }
  return first;
}
