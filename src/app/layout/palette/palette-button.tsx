import { ActionIcon } from '@mantine/core';
import { useSetAtom } from 'jotai';
import { keysText } from '../../../shared/ui/actions/keys.ts';
import { IconSearch } from '../../../shared/ui/icons/search.ts';
import { paletteAtom, paletteKeys } from './palette-state.ts';

/** Opens the palette without its keys. */
export function PaletteButton() {
  const open = useSetAtom(paletteAtom);
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      aria-label="Search everything"
      title={`Search everything (${keysText(paletteKeys)})`}
      onClick={() => open('palette')}
    >
      <IconSearch size={18} aria-hidden />
    </ActionIcon>
  );
}
