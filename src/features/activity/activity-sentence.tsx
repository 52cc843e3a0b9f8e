import type { ActivityEntry } from '@quartermaster/contract/endpoints/activity.ts';
import { sync } from '@quartermaster/contract/endpoints/sync.ts';
import { changeSetPath, paths, pathTo, syncHistoryEntryPath } from '@quartermaster/contract/paths.ts';
import type { ReactNode } from 'react';
import { EntrySentence } from '../../shared/access/history/entry-sentence.tsx';
import { useRefusalIn } from '../../shared/access/use-refusal.ts';
import { trashPath } from '../../shared/data/trash.ts';
import { authorName } from '../../shared/ui/author-name.ts';
import { count } from '../../shared/ui/count.ts';
import { environmentLabel } from '../../shared/ui/env-badge.tsx';
import { TextLink } from '../../shared/ui/link-button.tsx';
import { texts } from '../../shared/ui/texts.ts';
import classes from './activity.module.css';

interface SentenceProps {
  entry: ActivityEntry;
  workspaceId: number;
}

/** An entry as a sentence: who did what, and where. What was changed is a link to it. */
export function ActivitySentence({ entry, workspaceId }: SentenceProps) {
  const { by, members } = entry;
  if (members) return <MembersSentence entry={entry} workspaceId={workspaceId} />;
  return (
    <span>
      {authorName(by.name, 'start')} <What entry={entry} />
    </span>
  );
}

function MembersSentence({ entry: { id, at, by, members }, workspaceId }: SentenceProps) {
  if (!members) return null;
  const { action, subject, details } = members;
  const actor = { ...by, name: authorName(by.name, 'start'), email: '' };
  const log = pathTo(paths.accessLog, { workspaceId });
  return (
    <span>
      <EntrySentence entry={{ id, at, action, actor, subject, details }} person={({ name, email }) => name || email} />{' '}
      <TextLink to={subject?.id == null ? log : `${log}?person=${subject.id}`}>{texts.accessLog}</TextLink>
    </span>
  );
}

const did = { create: 'created', update: 'changed', delete: 'deleted' } as const;

function What({ entry }: { entry: ActivityEntry }) {
  const {
    kind,
    instance,
    action = 'update',
    template,
    item,
    count: amount = 0,
    change_set: changeSet,
    channel,
  } = entry;
  if (!instance) return null;
  const instanceId = instance.id;
  if (changeSet) return <ChangeSetLink instanceId={instanceId} entry={entry} changeSet={changeSet} />;
  if (kind === 'menu') {
    const to = `${paths.navigationSetup}?instance=${instanceId}`;
    return (
      <>
        {did[action]} <TextLink to={to}>the navigation</TextLink>
      </>
    );
  }
  if (kind === 'export') {
    const to = `${paths.exportedData}?instance=${instanceId}${entry.report_id ? `&report=${entry.report_id}` : ''}`;
    return (
      <>
        exported <TextLink to={to}>{environmentLabel(instance.env)}</TextLink>
      </>
    );
  }
  if (channel) {
    const to = `${paths.exportedData}?instance=${instanceId}&view=channels`;
    const { name, build_id: build, previous_build_id: previous } = channel;
    return (
      <>
        {build === null ? 'deleted' : previous === null ? 'created' : 'moved'} the channel{' '}
        <TextLink to={to}>{name}</TextLink>
        {build !== null && (previous === null ? ` with build ${build}` : ` from build ${previous} to build ${build}`)}
      </>
    );
  }
  if (!template) return null;
  if (kind === 'template') {
    return (
      <>
        {did[action]} the template <TemplateLink instanceId={instanceId} template={template} path={paths.template} />
      </>
    );
  }
  const of = <TemplateLink instanceId={instanceId} template={template} path={paths.items} />;
  if (!item) {
    return (
      <>
        {did[action]} {count(amount, 'item')} of {of}
      </>
    );
  }
  const to =
    item.exists && template.exists
      ? pathTo(paths.item, { instanceId, templateId: template.id, id: item.id })
      : trashPath(
          instanceId,
          template.exists ? { template: template.id, search: String(item.id) } : { search: template.id },
        );
  return (
    <>
      {did[action]} <TextLink to={to}>{item.name}</TextLink> <span className={classes.id}>#{item.id}</span> of {of}
    </>
  );
}

interface TemplateLinkProps {
  instanceId: number;
  template: NonNullable<ActivityEntry['template']>;
  /** The page of a template that still exists. */
  path: typeof paths.template | typeof paths.items;
}

const TemplateLink = ({ instanceId, template: { id, name, exists }, path }: TemplateLinkProps) => (
  <TextLink to={exists ? pathTo(path, { instanceId, templateId: id }) : trashPath(instanceId, { search: id })}>
    {name}
  </TextLink>
);

type ChangeSet = NonNullable<ActivityEntry['change_set']>;

interface ChangeSetLinkProps {
  instanceId: number;
  entry: ActivityEntry;
  changeSet: ChangeSet;
}

/** What changes are, as a link to them. */
function ChangeSetLink({ instanceId, entry: { template, instance }, changeSet }: ChangeSetLinkProps) {
  const { id, origin, source, undoes } = changeSet;
  const mayLookAtSyncs = useRefusalIn(sync.get, instanceId) === null;
  const to = origin === 'sync' && mayLookAtSyncs ? syncHistoryEntryPath(id, instanceId) : changeSetPath(id, instanceId);
  const link = (text: ReactNode) => <TextLink to={to}>{text}</TextLink>;
  const name = template?.name;
  if (origin === 'sync') {
    const target = instance ? environmentLabel(instance.env) : '';
    return link(source ? `synced ${environmentLabel(source.env)} to ${target}` : `synced to ${target}`);
  }
  if (origin === 'undo') {
    return (
      <>
        {link(name === undefined ? 'undid changes' : `undid changes of ${name}`)}
        {undoes !== null && (
          <>
            {' '}
            (<TextLink to={changeSetPath(undoes, instanceId)}>changes {undoes}</TextLink>)
          </>
        )}
      </>
    );
  }
  return link(changeSetTexts[origin](name));
}

const changeSetTexts: Record<
  Exclude<ChangeSet['origin'], 'sync' | 'undo'>,
  (template: string | undefined) => string
> = {
  'bulk-edit': (template) => `edited ${template ?? 'items'} in bulk`,
  import: (template) => `imported ${template ?? 'items'}`,
  grid: (template) => `edited ${template ?? 'items'} in the grid`,
  proposal: (template) => `applied a proposal for ${template ?? 'items'}`,
  restore: (template) => `restored ${template === undefined ? 'content' : `items of ${template}`}`,
};
