import { Drawer } from '@mantine/core';
import type { ReactNode } from 'react';
import { useRestorable } from '../ui/popup/use-restorable.ts';
import { texts } from '../ui/texts.ts';
import { onEscapeWithin } from './escape-within.ts';

interface CommentsDrawerProps {
  isOpen: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** Comments over the page that they are about. */
export const CommentsDrawer = ({ isOpen, onClose, children }: CommentsDrawerProps) => (
  <Drawer
    opened={useRestorable(isOpen)}
    onClose={onClose}
    closeOnEscape={false}
    onKeyDown={onEscapeWithin(onClose)}
    position="right"
    size={400}
    title={texts.comments}
  >
    {children}
  </Drawer>
);
