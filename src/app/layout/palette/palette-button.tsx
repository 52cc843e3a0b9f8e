import { useSetAtom } from 'jotai';
import { keysText } from '../../../shared/ui/actions/keys.ts';
import { IconSearch } from '../../../shared/ui/icons/search.ts';
import { PlainButton } from '../../../shared/ui/plain/plain-button.tsx';
import { paletteAtom, paletteKeys } from './palette-state.ts';

/** Opens the palette without its keys. */
export function PaletteButton() {
  const open = useSetAtom(paletteAtom);
  return (
    <PlainButton
      look="quiet"
      size="md"
      icon={<IconSearch size={18} aria-hidden />}
      aria-label="Search everything"
      title={`Search everything (${keysText(paletteKeys)})`}
      onClick={() => open('palette')}
    />
  );
}
