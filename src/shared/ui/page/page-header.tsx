import { ActionIcon, Group, Title } from '@mantine/core';
import { useAtomValue } from 'jotai';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { chromeAtom } from '../../services/chrome.ts';
import type { Crumb } from '../../services/services.ts';
import { offersActions } from '../actions/offered-actions.ts';
import { IconArrowLeft } from '../icons/arrow-left.ts';
import { noTranslate } from '../no-translate.ts';
import classes from './page-header.module.css';
import { usePageTitle } from './page-title.ts';
import { useStateBefore } from './use-back.ts';

interface PageHeaderProps {
  /** The page's only `h1`; also the title in the browser tab or the host. */
  title: string;
  /** The name of what the page shows: it stands out, and the title says where that is. */
  name?: ReactNode;
  /** The picture of what the page shows, before its name. */
  picture?: ReactNode;
  /** The target and label of the back arrow. */
  back?: Crumb;
  /** The sidebar leads to the page: without the back arrow next to it. */
  isInSidebar?: boolean;
  /** Rendered right after the title, e.g. an environment badge. */
  nextToTitle?: ReactNode;
  /** The main action last, at the top right. */
  actions?: ReactNode;
}

/**
 * Reserves the space of actions in a header while it is not known whether they are offered: on a narrow page they take a line of their own.
 * `width` is about theirs, in pixels.
 */
export const ActionsSpace = ({ width }: { width: number }) => <div className={classes.space} style={{ width }} />;

/** The header of every page: back link, title, actions. */
export function PageHeader(props: PageHeaderProps) {
  const { title, name, picture, back, isInSidebar = false, nextToTitle, actions } = props;
  const { sidebar } = useAtomValue(chromeAtom);
  usePageTitle(title, back);
  const stateBefore = useStateBefore(back?.to);
  return (
    <header className={classes.header}>
      {back && !(isInSidebar && sidebar) && (
        <ActionIcon
          component={Link}
          to={back.to}
          state={stateBefore}
          variant="subtle"
          color="gray"
          aria-label={`Back to ${back.label}`}
        >
          <IconArrowLeft size={18} />
        </ActionIcon>
      )}
      {picture}
      {name === undefined ? (
        <>
          <Title order={1} className={classes.title} title={title}>
            {title}
          </Title>
          {nextToTitle}
        </>
      ) : (
        <div className={classes.names}>
          <div {...noTranslate(classes.name)}>{name}</div>
          <div className={classes.about}>
            <Title order={1} className={classes.place} title={title}>
              {title}
            </Title>
            {nextToTitle}
          </div>
        </div>
      )}
      {actions && (
        <Group gap="xs" className={classes.actions} {...offersActions}>
          {actions}
        </Group>
      )}
    </header>
  );
}
