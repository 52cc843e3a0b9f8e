import { Button } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import classes from './connect-form.module.css';

interface ReturnLinkProps {
  url: string;
  /** True if it is followed at once; it stays for a browser that asks first, or opens an app. */
  isFollowed?: boolean;
  children: ReactNode;
}

/** A link out of the console, to the address of an assistant. */
export function ReturnLink({ url, isFollowed = false, children }: ReturnLinkProps) {
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (isFollowed) link.current?.click();
  }, [isFollowed]);
  return (
    <Button
      component="a"
      href={url}
      ref={link}
      variant="default"
      rel="noreferrer"
      classNames={{ root: classes.link ?? '', label: classes.linkLabel ?? '' }}
    >
      {children}
    </Button>
  );
}
