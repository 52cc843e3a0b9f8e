import { ActionIcon, UnstyledButton } from '@mantine/core';
import { useSetAtom } from 'jotai';
import { keysText } from '../../../shared/ui/actions/keys.ts';
import { IconSearch } from '../../../shared/ui/icons/search.ts';
import classes from '../frame.module.css';
import { KeyCaps } from './key-caps.tsx';
import { paletteAtom, paletteKeys } from './palette-state.ts';

/** Opens the palette without its keys; where there is room, it looks like the input that it opens. */
export function PaletteButton({ isNarrow }: { isNarrow: boolean }) {
  const open = useSetAtom(paletteAtom);
  const shared = {
    'aria-label': 'Search everything',
    title: `Search everything (${keysText(paletteKeys)})`,
    onClick: () => open('palette'),
  };
  if (isNarrow)
    return (
      <ActionIcon {...shared} variant="subtle" color="gray" size="lg">
        <IconSearch size={18} aria-hidden />
      </ActionIcon>
    );
  return (
    <UnstyledButton {...shared} className={classes.find}>
      <IconSearch size={16} aria-hidden />
      <span>Search or jump to</span>
      <KeyCaps keys={paletteKeys} />
    </UnstyledButton>
  );
}
