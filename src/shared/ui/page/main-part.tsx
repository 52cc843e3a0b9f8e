import type { ComponentProps } from 'react';
import { useServices } from '../../services/services.ts';

/** The main content: a landmark in the stand-alone console; in a host, the console is inside the host's landmark. */
export function MainPart(props: ComponentProps<'div'>) {
  const { ownsDocument } = useServices();
  return ownsDocument ? <main {...props} /> : <div {...props} />;
}
