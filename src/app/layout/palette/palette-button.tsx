import { ActionIcon, UnstyledButton } from '@mantine/core';
import { useSetAtom } from 'jotai';
import { keysText } from '../../../shared/ui/actions/keys.ts';
import { IconSearch } from '../../../shared/ui/icons/search.ts';
import classes from '../frame.module.css';
import { KeyCaps } from './key-caps.tsx';
import { paletteAtom, paletteKeys } from './palette-state.ts';

const label = 'Search everything';

/** Opens the palette without its keys; where there is room, it looks like the input that it opens. */
export function PaletteButton({ isNarrow }: { isNarrow: boolean }) {
  const open = useSetAtom(paletteAtom);
  const shared = {
    title: `${label} (${keysText(paletteKeys)})`,
    onClick: () => open('palette'),
  };
  if (isNarrow)
    return (
      <ActionIcon {...shared} aria-label={label} variant="subtle" color="gray" size="lg">
        <IconSearch size={18} aria-hidden />
      </ActionIcon>
    );
  return (
    <UnstyledButton {...shared} className={classes.find}>
      <IconSearch size={16} aria-hidden />
      <span>{label}</span>
      <span aria-hidden="true">
        <KeyCaps keys={paletteKeys} />
      </span>
    </UnstyledButton>
  );
}
