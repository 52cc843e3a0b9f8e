import { paths, pathTo } from '@quartermaster/contract/paths.ts';
import { useProject } from '../../../../shared/access/require-role.tsx';
import { PageHeader } from '../../../../shared/ui/page/page-header.tsx';
import { useBack } from '../../../../shared/ui/page/use-back.ts';
import { useProjectScope } from './use-project-scope.ts';

/** The header of a page about a project member, with a link back to the project. */
export function MemberHeader({ title }: { title: string }) {
  const { name } = useProject();
  return <PageHeader title={title} back={{ label: name, to: useBack(pathTo(paths.project, useProjectScope())) }} />;
}
