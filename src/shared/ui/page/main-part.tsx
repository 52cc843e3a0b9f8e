import type { ComponentProps } from 'react';
import { useServices } from '../../services/services.ts';

/** The main part of a page: a landmark where the page is the console's; a host has one of its own around the console. */
export function MainPart(props: ComponentProps<'div'>) {
  const { ownsDocument } = useServices();
  return ownsDocument ? <main {...props} /> : <div {...props} />;
}
