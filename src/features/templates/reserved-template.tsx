import { Alert } from '@mantine/core';
import { reservedTemplateSentence } from '@quartermaster/contract/rules/template.ts';
import type { Crumb } from '../../shared/services/services.ts';
import { IconLock } from '../../shared/ui/icons/lock.ts';
import { PageHeader } from '../../shared/ui/page/page-header.tsx';

/** Shown instead of the editor for the reserved template, which cannot be edited. */
export function ReservedTemplate({ title, back }: { title: string; back: Crumb }) {
  return (
    <>
      <PageHeader title={title} back={back} />
      <Alert color="blue" variant="light" icon={<IconLock size={18} />} maw={720}>
        {reservedTemplateSentence}
      </Alert>
    </>
  );
}
