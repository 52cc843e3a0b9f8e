import type { Environment } from '@quartermaster/contract/access.ts';
import { useQuery } from '@tanstack/react-query';
import { useInstanceId } from '../../../shared/access/active-instance.ts';
import { syncChangeQueries } from '../../../shared/data/sync/sync-changes.ts';
import { useRequest } from '../../../shared/services/request.ts';
import { ChangeMark } from '../../../shared/ui/change/change-mark.tsx';
import type { OpenChange } from '../use-open-change.ts';
import { DiffPanel, DiffState } from './diff-panel.tsx';
import { ItemDiffView } from './item-diff.tsx';
import { MenuDiffView } from './menu-diff.tsx';
import { TemplateDiffView } from './template-diff.tsx';

interface ChangePanelProps {
  opened: OpenChange;
  source: Environment;
  target: { id: number; env: Environment };
  /** Names of templates by id. */
  nameOf: (templateId: string) => string;
  onClose: () => void;
}

/** The change that is open beside the list. */
export function ChangePanel({ opened, ...props }: ChangePanelProps) {
  const { templateId, id } = opened;
  if (templateId === null) return <MenuPanel {...props} />;
  if (id === null) return <TemplatePanel key={templateId} templateId={templateId} {...props} />;
  return <ItemPanel key={`${templateId}/${id}`} templateId={templateId} id={id} {...props} />;
}

type PanelProps = Omit<ChangePanelProps, 'opened'>;

function ItemPanel({
  templateId,
  id,
  source,
  target,
  nameOf,
  onClose,
}: PanelProps & { templateId: string; id: number }) {
  const { data, error, refetch } = useQuery(syncChangeQueries.item(useRequest(), useInstanceId(), templateId, id));
  const title = data ? (data.source ?? data.target)?.label : undefined;
  return (
    <DiffPanel
      title={title ?? nameOf(templateId)}
      id={`${templateId} #${id}`}
      mark={data && <ChangeMark kind={data.change} />}
      onClose={onClose}
    >
      {data ? (
        <ItemDiffView diff={data} source={source} target={target} />
      ) : (
        <DiffState error={error} retry={() => void refetch()} />
      )}
    </DiffPanel>
  );
}

function TemplatePanel({ templateId, source, target, nameOf, onClose }: PanelProps & { templateId: string }) {
  const { data, error, refetch } = useQuery(syncChangeQueries.template(useRequest(), useInstanceId(), templateId));
  return (
    <DiffPanel
      title={`Template ${nameOf(templateId)}`}
      id={templateId}
      mark={data && <ChangeMark kind={data.change} />}
      onClose={onClose}
    >
      {data ? (
        <TemplateDiffView diff={data} source={source} target={target} />
      ) : (
        <DiffState error={error} retry={() => void refetch()} />
      )}
    </DiffPanel>
  );
}

function MenuPanel({ source, target, onClose }: PanelProps) {
  const { data, error, refetch } = useQuery(syncChangeQueries.menu(useRequest(), useInstanceId()));
  return (
    <DiffPanel title="Navigation" mark={<ChangeMark kind="updated" />} onClose={onClose}>
      {data ? (
        <MenuDiffView diff={data} source={source} target={target.env} />
      ) : (
        <DiffState error={error} retry={() => void refetch()} />
      )}
    </DiffPanel>
  );
}
