import type { ComponentProps, MouseEvent } from 'react';
import { useServices } from '../services/services.ts';

interface PlainLinkProps extends Omit<ComponentProps<'a'>, 'href' | 'onClick'> {
  /** A path of the console. */
  to: string;
  /** The page behind the link leads back to this one, as it is now. */
  leadsBack?: boolean;
}

/** A link for places with hundreds of them: unlike the router's own it watches nothing, and asks for its way when it is followed. */
export function PlainLink({ to, leadsBack = false, ...props }: PlainLinkProps) {
  const { hrefOf, follow } = useServices();
  const onClick = (event: MouseEvent) => {
    // Anything else than a plain click is the browser's: a new tab, a download, a menu.
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    follow(to, leadsBack);
  };
  return <a {...props} href={hrefOf(to)} onClick={onClick} />;
}
