import { Stack, Title } from '@mantine/core';
import { paths } from '@quartermaster/contract/paths.ts';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { Mark } from '../mark.tsx';
import { MainPart } from './main-part.tsx';
import { usePageTitle } from './page-title.ts';
import classes from './public-page.module.css';

interface PublicPageProps {
  title: string;
  children: ReactNode;
  /** Links to other public pages, below the card. */
  footer?: ReactNode;
  /** Next to the card; it is itself to be hidden where there is no room. */
  about?: ReactNode;
  /** True if it replaces a submitted form: the title takes the focus so that screen readers read it. */
  isResult?: boolean;
}

/** The frame of pages that need no session: the logo, which links home, and one card. */
export function PublicPage({ title, children, footer, about, isResult = false }: PublicPageProps) {
  usePageTitle(title);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isResult) heading.current?.focus();
  }, [isResult]);
  return (
    <MainPart className={classes.page}>
      {about}
      <div className={classes.column}>
        <Link to={paths.home} className={classes.home}>
          <Mark />
          Quartermaster
        </Link>
        <Stack className={classes.card} gap="md">
          <Title order={1} className={classes.title} ref={heading} tabIndex={-1}>
            {title}
          </Title>
          {children}
        </Stack>
        {footer && <div className={classes.footer}>{footer}</div>}
      </div>
    </MainPart>
  );
}
