import { Skeleton, Stack } from '@mantine/core';
import type { Crumb } from '../../shared/services/services.ts';
import { Delayed } from '../../shared/ui/lazy/delayed.tsx';
import { PageHeader } from '../../shared/ui/page/page-header.tsx';
import { type EditorTab, EditorTabs } from './editor-tabs.tsx';
import classes from './template-editor.module.css';

interface EditorSkeletonProps {
  /** Undefined until it is known. */
  title?: string;
  back?: Crumb;
  tab: EditorTab;
}

/** Placeholder for the editor while its template is loading. */
export function EditorSkeleton({ title, back, tab }: EditorSkeletonProps) {
  return (
    <div className={classes.page}>
      {title ? <PageHeader title={title} {...(back && { back })} /> : <div className={classes.noHeader} />}
      <EditorTabs
        open={tab}
        instead={
          <Delayed>
            <Stack gap="xs" aria-hidden>
              {Array.from({ length: 10 }, (_, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no other identity
                <Skeleton key={index} height="var(--qm-control)" maw={720} />
              ))}
            </Stack>
          </Delayed>
        }
      />
    </div>
  );
}
