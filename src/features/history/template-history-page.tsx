import { history, type TemplateVersion } from '@quartermaster/contract/endpoints/history.ts';
import { paths, pathTo } from '@quartermaster/contract/paths.ts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { useParams } from 'react-router-dom';
import { type TemplateAddress, templateHistoryQueries } from '../../shared/data/history.ts';
import { useTemplateLabel } from '../../shared/data/use-template-label.ts';
import { TemplateDiffView } from '../../shared/item-diff/template-diff.tsx';
import { useRequest } from '../../shared/services/request.ts';
import { ChangeCounts } from '../../shared/ui/change/change-mark.tsx';
import { firstTemplate, isCreationIn } from './first-version.ts';
import { NamedChanges } from './named-changes.tsx';
import { TemplateRestore } from './restore/template-restore.tsx';
import type { Entry, Shown } from './view/entry.ts';
import { HistoryPage } from './view/history-page.tsx';
import { type Difference, HistoryView } from './view/history-view.tsx';
import { MissingVersion } from './view/missing-version.tsx';
import { useDisplayedVersion } from './view/use-displayed-version.ts';

/** The versions of a template: compared and restored. */
export function TemplateHistoryPage() {
  const { instanceId, templateId = '' } = useParams();
  const template = useMemo(() => ({ instanceId: Number(instanceId), templateId }), [instanceId, templateId]);
  const label = useTemplateLabel(template.instanceId, templateId) ?? templateId;
  return (
    <HistoryPage
      to={history.listTemplate}
      title={`History of template ${label}`}
      back={{ label, to: pathTo(paths.template, template) }}
    >
      <TemplateHistory key={`${instanceId}/${templateId}`} template={template} />
    </HistoryPage>
  );
}

function TemplateHistory({ template }: { template: TemplateAddress }) {
  const versions = useDisplayedVersion();
  const pages = useInfiniteQuery(templateHistoryQueries(useRequest(), template).list());
  const entries = useMemo(() => pages.data?.pages.flatMap((page) => page.versions.map(entryOf)), [pages.data]);
  const isCreation = (version: number) => isCreationIn(pages.data?.pages, version);
  return (
    <HistoryView
      entries={entries}
      pages={pages}
      versions={versions}
      none={['No versions', 'Each save of the template is kept here.']}
      nameOf={nameOf}
      restoredBy={history.restoreTemplate}
      what="template"
      restore={(version, draw) => (
        <TemplateRestore template={template} version={version}>
          {draw}
        </TemplateRestore>
      )}
      panel={(displayed, draw) => (
        <TemplatePanel
          key={`${displayed.from} ${displayed.to}`}
          template={template}
          displayed={displayed}
          isCreation={isCreation(displayed.to)}
        >
          {draw}
        </TemplatePanel>
      )}
    />
  );
}

const nameOf = (version: number) => `Version ${version}`;

const entryOf = (version: TemplateVersion): Entry => ({
  ...version,
  key: version.version,
  name: nameOf(version.version),
  what: whatOf(version),
  canRestore: version.action !== 'delete',
});

function whatOf({ action, fields, label_changed, changes }: TemplateVersion): ReactNode {
  if (action === 'delete') return 'Deleted';
  const total = fields.added + fields.updated + fields.removed;
  if (changes.length > 0) return <NamedChanges changes={changes} total={total + (label_changed ? 1 : 0)} />;
  if (total === 0) return label_changed ? 'Name' : 'No changed fields';
  return (
    <>
      {label_changed && 'Name and '}fields <ChangeCounts counts={fields} />
    </>
  );
}

interface TemplatePanelProps {
  template: TemplateAddress;
  displayed: Shown;
  /** True if there was no version before. */
  isCreation: boolean;
  children: (difference: Difference) => ReactNode;
}

function TemplatePanel({ template, displayed: { from, to }, isCreation, children }: TemplatePanelProps) {
  const { data, error, refetch } = useQuery(templateHistoryQueries(useRequest(), template).compare(from, to));
  const diff = useMemo(() => {
    if (!data) return undefined;
    const compared = data.before === 'kept' ? data.diff : firstTemplate(data.diff);
    // A past change affects no items any more.
    return { ...compared, items: 0, effects: [] };
  }, [data]);
  return children({
    content: diff && (
      <>
        {data?.before === 'lost' && !isCreation && (
          <MissingVersion>The version before is not kept any more, so all fields are shown as added.</MissingVersion>
        )}
        <TemplateDiffView diff={diff} sides={null} targetId={template.instanceId} isPast />
      </>
    ),
    error,
    retry: () => void refetch(),
  });
}
