import type { ComponentProps, MouseEvent } from 'react';
import { useServices } from '../services/services.ts';

interface PlainLinkProps extends Omit<ComponentProps<'a'>, 'href' | 'onClick'> {
  /** A path of the console. */
  to: string;
  /** Whether the target page's back link returns to this page in its current state. */
  hasBackLink?: boolean;
  /** Called on a plain click instead of navigating; the link has the focus then, in every browser. */
  instead?: () => void;
}

/** A link for pages with hundreds of them: unlike the router's, it has no subscription and resolves its target on click. */
export function PlainLink({ to, hasBackLink = false, instead, ...props }: PlainLinkProps) {
  const { hrefOf, follow } = useServices();
  const onClick = (event: MouseEvent<HTMLElement>) => {
    if (isForBrowser(event)) return;
    event.preventDefault();
    if (!instead) return follow(to, hasBackLink);
    event.currentTarget.focus();
    instead();
  };
  return <a {...props} href={hrefOf(to)} onClick={onClick} />;
}

/** True for anything but a plain click, which is left to the browser: new tab, download, context menu. */
export const isForBrowser = (event: MouseEvent): boolean =>
  event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
