import { useAtom } from 'jotai';
import { useServices } from '../../../shared/services/services.ts';
import { commonKeys } from '../../../shared/ui/actions/keys.ts';
import { usePageAction } from '../../../shared/ui/actions/page-actions.ts';
import { isTyping } from '../../../shared/ui/hooks/use-page-event.ts';
import { lazyDialog } from '../../../shared/ui/lazy/lazy-part.tsx';
import { useHasOpened } from '../../../shared/ui/lazy/use-has-opened.ts';
import type { Bootstrap } from '../bootstrap.ts';
import { OpenedRecorder } from './opened-recorder.ts';
import { paletteAtom, paletteKeys } from './palette-state.ts';
import { useTypedEarly } from './use-typed-early.ts';

const onUse = { isOnUse: true };
const Palette = lazyDialog(() => import('./palette.tsx').then((m) => m.Palette), onUse);
const ShortcutsDialog = lazyDialog(() => import('./shortcuts-dialog.tsx').then((m) => m.ShortcutsDialog), onUse);

/** Opens the palette and the list of shortcuts by their keys, in a host only while the focus is in the console. */
export function PaletteKeys({ bootstrap }: { bootstrap: Bootstrap }) {
  const { root, ownsDocument } = useServices();
  const [open, setOpen] = useAtom(paletteAtom);
  const isOurs = ({ target }: KeyboardEvent) => ownsDocument || (target instanceof Node && root.contains(target));
  usePageAction({ label: 'Search everything', keys: paletteKeys, accepts: isOurs }, () => setOpen('palette'));
  usePageAction(
    { label: 'Keyboard shortcuts', keys: commonKeys.shortcuts, accepts: (event) => isOurs(event) && !isTyping(event) },
    () => setOpen('shortcuts'),
  );
  const hasPalette = useHasOpened(open === 'palette');
  const hasShortcuts = useHasOpened(open === 'shortcuts');
  const close = () => setOpen(null);
  const takeTyped = useTypedEarly(open === 'palette', close);
  return (
    <>
      <OpenedRecorder />
      {hasPalette && (
        <Palette opened={open === 'palette'} bootstrap={bootstrap} takeTyped={takeTyped} onClose={close} />
      )}
      {hasShortcuts && <ShortcutsDialog opened={open === 'shortcuts'} onClose={close} />}
    </>
  );
}
