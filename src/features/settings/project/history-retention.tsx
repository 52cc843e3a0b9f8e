import { Skeleton, Text } from '@mantine/core';
import { type HistoryRetention as Kept, mostCountedKept } from '@quartermaster/contract/endpoints/history.ts';
import { numberText } from '@quartermaster/contract/number-text.ts';
import { paths } from '@quartermaster/contract/paths.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useProject, useWorkspace } from '../../../shared/access/require-role.tsx';
import { activityQueries } from '../../../shared/data/activity.ts';
import { trashPath } from '../../../shared/data/trash.ts';
import { useRequest } from '../../../shared/services/request.ts';
import { count } from '../../../shared/ui/count.ts';
import { TextLink } from '../../../shared/ui/link-button.tsx';
import { ErrorState } from '../../../shared/ui/page/error-state.tsx';
import { texts } from '../../../shared/ui/texts.ts';
import { Section } from '../section.tsx';
import classes from '../settings.module.css';

/** How much of a project's history is kept, and for how long. */
export function HistoryRetention() {
  const project = useProject();
  const scope = { workspaceId: useWorkspace().id, projectId: project.id };
  const { data, error, refetch } = useQuery(activityQueries.kept(useRequest(), scope));
  const [{ id: instanceId } = { id: undefined }, ...others] = project.instances;
  // The links lead to the first of its instances.
  const everywhere = others.length > 0 ? ' in all environments' : '';
  const linkTo = (text: string, path: (id: number) => string) =>
    instanceId === undefined ? text : <TextLink to={path(instanceId)}>{text}</TextLink>;
  return (
    <Section title={texts.history}>
      {error && !data ? (
        <ErrorState error={error} title="The history could not be loaded" retry={() => void refetch()} />
      ) : (
        <ul className={classes.list} aria-busy={data === undefined}>
          <Line label="Versions" stored={data && keptText(data.days)}>
            {data &&
              `${amount(data.item_versions, 'of items')}, ${amount(data.template_versions, 'of templates')}, ${amount(data.menu_versions, 'of the navigation')}`}
          </Line>
          <Line
            label={linkTo(texts.activity, (id) => `${paths.activity}?instance=${id}`)}
            stored={data && keptText(data.days)}
          >
            {data && amount(data.activity, data.activity === 1 ? 'entry' : 'entries')}
          </Line>
          <Line label={linkTo(texts.trash, (id) => trashPath(id))} stored={data && keptText(data.trash_days)}>
            {data && `${amount(data.trash, data.trash === 1 ? 'entry' : 'entries')}${everywhere}`}
          </Line>
        </ul>
      )}
    </Section>
  );
}

const keptText = (days: Kept['days']) => (days === null ? 'kept for ever' : `kept for ${count(days, 'day')}`);

const amount = (many: number, of: string) => `${numberText(many)}${many >= mostCountedKept ? ' or more' : ''} ${of}`;

interface LineProps {
  label: ReactNode;
  stored: string | undefined;
  children: ReactNode;
}

const Line = ({ label, stored, children }: LineProps) => (
  <li className={classes.row}>
    <Text size="sm" w={80} flex="none">
      {label}
    </Text>
    {stored === undefined ? (
      <Skeleton height={14} width="50%" />
    ) : (
      <>
        <Text size="sm" flex={1} miw={160}>
          {children}
        </Text>
        <Text size="sm" c="dimmed">
          {stored}
        </Text>
      </>
    )}
  </li>
);
