import { imageTemplate } from '@quartermaster/contract/content/reserved-templates.ts';
import { templates } from '@quartermaster/contract/endpoints/templates.ts';
import { paths, pathTo } from '@quartermaster/contract/paths.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useParams } from 'react-router-dom';
import { RequireAccess } from '../../shared/access/require-access.tsx';
import { useRefusal } from '../../shared/access/use-refusal.ts';
import { templateQueries } from '../../shared/data/templates.ts';
import { useTemplateLabel } from '../../shared/data/use-template-label.ts';
import { useRequest } from '../../shared/services/request.ts';
import { ChangeProgress } from '../../shared/ui/change/change-progress.tsx';
import { useBack } from '../../shared/ui/page/use-back.ts';
import { EditorSkeleton } from './editor-skeleton.tsx';
import { baseOf } from './model/start.ts';
import { ReservedTemplate } from './reserved-template.tsx';
import { TemplateEditor } from './template-editor.tsx';
import { TemplateNotLoaded } from './template-not-loaded.tsx';

/** Edits a template; read-only without the permission or outside Dev. */
export function TemplateEditPage() {
  const { instanceId, templateId } = useParams();
  return (
    <RequireAccess to={templates.get} pending={<EditorSkeleton tab="fields" />}>
      <EditTemplate key={`${instanceId}/${templateId}`} instanceId={Number(instanceId)} templateId={templateId ?? ''} />
    </RequireAccess>
  );
}

function EditTemplate({ instanceId, templateId }: { instanceId: number; templateId: string }) {
  const { data, error, refetch } = useQuery(templateQueries.get(useRequest(), instanceId, templateId));
  const to = useBack(pathTo(paths.items, { instanceId, templateId }));
  const label = useTemplateLabel(instanceId, templateId);
  const mode = useRefusal(templates.save) === null ? 'edit' : 'view';
  const start = useMemo(() => data && baseOf(data), [data]);
  const verb = mode === 'edit' ? 'Edit' : 'View';
  if (start) {
    const back = { label: start.draft.label, to };
    const title = `${verb} template ${start.draft.label}`;
    if (templateId === imageTemplate.id) return <ReservedTemplate title={title} back={back} />;
    return (
      <TemplateEditor
        instanceId={instanceId}
        mode={mode}
        title={title}
        back={back}
        start={start}
        scope={`edit/${templateId}`}
        notice={<ChangeProgress instanceId={instanceId} template={data} />}
      />
    );
  }
  const back = { label: 'the list', to };
  if (!error) {
    const title = label === undefined ? `${verb} template` : `${verb} template ${label}`;
    return <EditorSkeleton title={title} back={back} tab="fields" />;
  }
  return (
    <TemplateNotLoaded
      title={`${verb} template`}
      back={back}
      error={error}
      retry={() => void refetch()}
      notFound={`Template “${templateId}” not found. Please try again later.`}
    />
  );
}
