import type { Environment } from '@quartermaster/contract/access.ts';
import { useQuery } from '@tanstack/react-query';
import { useInstanceId } from '../../../shared/access/active-instance.ts';
import { syncDiffQueries } from '../../../shared/data/sync/sync-diffs.ts';
import { asCheck } from '../../../shared/http/checks.ts';
import { DiffPanel, DiffState } from '../../../shared/item-diff/diff-panel.tsx';
import { ItemDiffView, isUnchanged } from '../../../shared/item-diff/item-diff.tsx';
import { MenuDiffView } from '../../../shared/item-diff/menu-diff.tsx';
import { isUnchangedTemplate, TemplateDiffView } from '../../../shared/item-diff/template-diff.tsx';
import { useRequest } from '../../../shared/services/request.ts';
import { ChangeMark } from '../../../shared/ui/change/change-mark.tsx';
import type { Deciding } from '../dialog/decisions.ts';
import type { OpenChange } from '../use-open-change.ts';
import { ConflictView, changedByBoth } from './conflict-view.tsx';

interface ChangePanelProps {
  opened: OpenChange;
  source: Environment;
  target: { id: number; env: Environment };
  /** Names of templates by id. */
  nameOf: (templateId: string) => string;
  /** The item's picture, if the list has it. */
  image?: string | null | undefined;
  /** The sync that made the change; undefined if it has not been synced yet. */
  syncId?: number;
  /** What is decided about conflicts; undefined where nothing can be. */
  deciding?: Deciding | undefined;
  onClose: () => void;
}

/** The change that is open next to the list. */
export function ChangePanel({ opened, ...props }: ChangePanelProps) {
  const { templateId, id } = opened;
  if (templateId === null) return <MenuChangePanel {...props} />;
  if (id === null) return <TemplateChangePanel key={templateId} templateId={templateId} {...props} />;
  return <ItemChangePanel key={`${templateId}/${id}`} templateId={templateId} id={id} {...props} />;
}

type PanelProps = Omit<ChangePanelProps, 'opened'>;

const useDiffs = (syncId: number | undefined) => syncDiffQueries(useRequest(), useInstanceId(), syncId ?? null);

function ItemChangePanel({
  templateId,
  id,
  source,
  target,
  nameOf,
  syncId,
  image,
  deciding,
  onClose,
}: PanelProps & { templateId: string; id: number }) {
  const { data, error, refetch } = useQuery(asCheck(useDiffs(syncId).item(templateId, id)));
  const sides = { source, target: target.env };
  const ofBoth = data && changedByBoth(data);
  // With nothing to choose and no field that both changed, the list itself names the conflict.
  const conflict =
    data?.conflict && ofBoth && syncId === undefined && (deciding || ofBoth.size > 0)
      ? {
          content: <ConflictView diff={data} sides={sides} targetId={target.id} deciding={deciding} />,
          fields: ofBoth,
        }
      : undefined;
  const title = data ? (data.source ?? data.target)?.label : undefined;
  return (
    <DiffPanel
      title={title ?? nameOf(templateId)}
      id={`${nameOf(templateId)} # ${id}`}
      image={image}
      mark={data && !isUnchanged(data) && <ChangeMark kind={data.change} />}
      onClose={onClose}
    >
      {data ? (
        <ItemDiffView
          diff={data}
          sides={sides}
          targetId={target.id}
          isPast={syncId !== undefined}
          conflict={conflict}
        />
      ) : (
        <DiffState error={error} retry={() => void refetch()} />
      )}
    </DiffPanel>
  );
}

function TemplateChangePanel({
  templateId,
  source,
  target,
  nameOf,
  syncId,
  onClose,
}: PanelProps & { templateId: string }) {
  const { data, error, refetch } = useQuery(asCheck(useDiffs(syncId).template(templateId)));
  return (
    <DiffPanel
      title={`Template ${nameOf(templateId)}`}
      id={templateId}
      mark={data && !isUnchangedTemplate(data) && <ChangeMark kind={data.change} />}
      onClose={onClose}
    >
      {data ? (
        <TemplateDiffView
          diff={data}
          sides={{ source, target: target.env }}
          targetId={target.id}
          isPast={syncId !== undefined}
        />
      ) : (
        <DiffState error={error} retry={() => void refetch()} />
      )}
    </DiffPanel>
  );
}

function MenuChangePanel({ source, target, syncId, onClose }: PanelProps) {
  const { data, error, refetch } = useQuery(asCheck(useDiffs(syncId).menu()));
  return (
    <DiffPanel title="Navigation" mark={<ChangeMark kind="updated" />} onClose={onClose}>
      {data ? (
        <MenuDiffView diff={data} sides={{ source, target: target.env }} />
      ) : (
        <DiffState error={error} retry={() => void refetch()} />
      )}
    </DiffPanel>
  );
}
