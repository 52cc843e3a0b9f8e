import { imageTemplate } from '@quartermaster/contract/content/reserved-templates.ts';
import { type Template, templates } from '@quartermaster/contract/endpoints/templates.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router-dom';
import { RequireAccess } from '../../shared/access/require-access.tsx';
import { templateQueries } from '../../shared/data/templates.ts';
import { useRequest } from '../../shared/services/request.ts';
import { texts } from '../../shared/ui/texts.ts';
import { EditorSkeleton } from './editor-skeleton.tsx';
import { home } from './home.ts';
import { copyOf } from './model/start.ts';
import { ReservedTemplate } from './reserved-template.tsx';
import { TemplateEditor } from './template-editor.tsx';
import { TemplateNotLoaded } from './template-not-loaded.tsx';

const title = texts.createTemplate;

/** A new template that starts with the fields of another one. */
export function TemplateCopyPage() {
  const { instanceId, templateId } = useParams();
  return (
    <RequireAccess to={templates.save} pending={<EditorSkeleton title={title} back={home} tab="details" />}>
      {templateId === imageTemplate.id ? (
        <ReservedTemplate title={title} back={home} />
      ) : (
        <CopyTemplate
          key={`${instanceId}/${templateId}`}
          instanceId={Number(instanceId)}
          templateId={templateId ?? ''}
        />
      )}
    </RequireAccess>
  );
}

function CopyTemplate({ instanceId, templateId }: { instanceId: number; templateId: string }) {
  const { data, error, refetch } = useQuery(templateQueries.get(useRequest(), instanceId, templateId));
  if (data) return <EditCopy instanceId={instanceId} template={data} />;
  if (!error) return <EditorSkeleton title={title} back={home} tab="details" />;
  return (
    <TemplateNotLoaded
      title={title}
      back={home}
      error={error}
      retry={() => void refetch()}
      hint="There is no template to copy at this address, or you do not have access to it."
    />
  );
}

function EditCopy({ instanceId, template }: { instanceId: number; template: Template }) {
  // Each copy generates new ids: a refetch in the meantime must not replace them.
  const [start] = useState(() => copyOf(template));
  return (
    <TemplateEditor
      instanceId={instanceId}
      mode="create"
      title={title}
      back={home}
      start={start}
      scope={`copy/${template.id}`}
    />
  );
}
