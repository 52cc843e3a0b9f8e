import { templates } from '@quartermaster/contract/endpoints/templates.ts';
import { useParams } from 'react-router-dom';
import { RequireAccess } from '../../shared/access/require-access.tsx';
import { texts } from '../../shared/ui/texts.ts';
import { EditorSkeleton } from './editor-skeleton.tsx';
import { home } from './home.ts';
import { blankBase } from './model/start.ts';
import { TemplateEditor } from './template-editor.tsx';

/** A new template; only in Dev, and with the permission. */
export function TemplateNewPage() {
  const instanceId = Number(useParams().instanceId);
  return (
    <RequireAccess to={templates.save} pending={<EditorSkeleton tab="details" />}>
      <TemplateEditor
        instanceId={instanceId}
        mode="create"
        title={texts.createTemplate}
        back={home}
        start={blankBase}
        scope="new"
      />
    </RequireAccess>
  );
}
