import type { ComboboxParsedItem, OptionsFilter } from '@mantine/core';
import { foldText } from '@quartermaster/contract/texts.ts';

/** Options whose label contains what is typed, found as lists find it: without case and accents. */
export const findOptions: OptionsFilter = ({ options, search, limit }) => {
  const sought = foldText(search.trim());
  let left = limit;
  const isFound = ({ label }: { label: string }) => left > 0 && foldText(label).includes(sought) && left-- > 0;
  return options.flatMap((option): ComboboxParsedItem[] => {
    if (!('group' in option)) return isFound(option) ? [option] : [];
    const items = option.items.filter(isFound);
    return items.length > 0 ? [{ ...option, items }] : [];
  });
};
