import { IconMenu2 } from '@tabler/icons-react';
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
