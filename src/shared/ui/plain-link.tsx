import type { ComponentProps, MouseEvent } from 'react';
import { useServices } from '../services/services.ts';

interface PlainLinkProps extends Omit<ComponentProps<'a'>, 'href' | 'onClick'> {
  /** A path of the console. */
  to: string;
  /** Whether the target page's back link returns to this page in its current state. */
  hasBackLink?: boolean;
}

/** A link for pages with hundreds of them: unlike the router's, it has no subscription and resolves its target on click. */
export function PlainLink({ to, hasBackLink = false, ...props }: PlainLinkProps) {
  const { hrefOf, follow } = useServices();
  const onClick = (event: MouseEvent) => {
    // Leave anything but a plain click to the browser: new tab, download, context menu.
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    follow(to, hasBackLink);
  };
  return <a {...props} href={hrefOf(to)} onClick={onClick} />;
}
