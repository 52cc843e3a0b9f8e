import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { translations } from '@quartermaster/contract/endpoints/translations.ts';
import type { Project } from '@quartermaster/contract/endpoints/workspaces.ts';
import { useState } from 'react';
import { useInstanceId } from '../../../../shared/access/active-instance.ts';
import { useRefusalIn } from '../../../../shared/access/use-refusal.ts';
import { EnvBadge } from '../../../../shared/ui/env-badge.tsx';
import { lazyDialog } from '../../../../shared/ui/lazy/lazy-part.tsx';
import { useHasOpened } from '../../../../shared/ui/lazy/use-has-opened.ts';
import { Section } from '../../section.tsx';

const ExportDialog = lazyDialog(() => import('./export-dialog.tsx').then((m) => m.ExportDialog));
const ImportDialog = lazyDialog(() => import('./import-dialog.tsx').then((m) => m.ImportDialog));

/** Files for translators of an instance of the project: the active one, or else the first. */
export function Translations({ project: { instances, languages = [] } }: { project: Project }) {
  const active = useInstanceId();
  const instance = instances.find(({ id }) => id === active) ?? instances[0];
  if (languages.length < 2 || !instance) return null;
  return <InstanceTranslations key={instance.id} instance={instance} languages={languages} />;
}

interface InstanceTranslationsProps {
  instance: Project['instances'][number];
  /** The source first. */
  languages: readonly string[];
}

function InstanceTranslations({ instance: { id: instanceId, env }, languages }: InstanceTranslationsProps) {
  const exportRefusal = useRefusalIn(translations.download, instanceId);
  const mayImport = useRefusalIn(translations.upload, instanceId) === null;
  const [open, setOpen] = useState<'export' | 'import' | null>(null);
  const hasExport = useHasOpened(open === 'export');
  const hasImport = useHasOpened(open === 'import');
  const close = () => setOpen(null);
  if (exportRefusal !== null && exportRefusal !== 'unknown') return null;
  return (
    <Section title="Translations" action={<EnvBadge env={env} />}>
      <Stack gap="sm" align="flex-start">
        <Text size="sm" c="dimmed">
          Translators work on the localised texts of {env} in a sheet (CSV) or a translation tool (XLIFF).
        </Text>
        {exportRefusal === 'unknown' ? (
          <Skeleton h="var(--qm-control)" w={180} />
        ) : (
          <Group gap="xs">
            <Button variant="default" onClick={() => setOpen('export')}>
              Export for translation
            </Button>
            {mayImport && (
              <Button variant="default" onClick={() => setOpen('import')}>
                Import translations
              </Button>
            )}
          </Group>
        )}
        {hasExport && (
          <ExportDialog opened={open === 'export'} instanceId={instanceId} languages={languages} onClose={close} />
        )}
        {hasImport && <ImportDialog opened={open === 'import'} instanceId={instanceId} onClose={close} />}
      </Stack>
    </Section>
  );
}
