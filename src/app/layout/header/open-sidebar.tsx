import { IconMenu2 } from '../../../shared/ui/icons/menu-2.ts';
import { PlainButton } from '../../../shared/ui/plain/plain-button.tsx';

/** Opens the sidebar where it is a drawer. */
export const OpenSidebar = ({ onClick }: { onClick: () => void }) => (
  <PlainButton
    look="quiet"
    size="md"
    icon={<IconMenu2 size={20} aria-hidden />}
    aria-label="Open navigation"
    onClick={onClick}
  />
);
