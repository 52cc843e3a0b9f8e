import { Button, Menu } from '@mantine/core';
import type { ConvertedField } from '@quartermaster/contract/endpoints/templates.ts';
import type { Conversion } from '@quartermaster/contract/field-types/conversions.ts';
import { fieldTypes } from '@quartermaster/contract/field-types/registry.ts';
import { useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { useRef, useState } from 'react';
import { useInstanceId } from '../../../shared/access/active-instance.ts';
import { templateQueries } from '../../../shared/data/templates.ts';
import { FieldIcon } from '../../../shared/field-types/field-icon.tsx';
import { useRequest } from '../../../shared/services/request.ts';
import { IconArrowBackUp } from '../../../shared/ui/icons/arrow-back-up.ts';
import { IconTransform } from '../../../shared/ui/icons/transform.ts';
import { lazyDialog } from '../../../shared/ui/lazy/lazy-part.tsx';
import { useEditor } from '../model/editor-context.ts';
import { convertBack, convertField, offeredConversions } from '../model/edits/convert-field.ts';
import { useEdit } from '../model/use-edit.ts';

const ConvertDialog = lazyDialog(() => import('./convert-dialog.tsx').then((m) => m.ConvertDialog));

/** Offers the types that a saved field can get without losing values, and the type from which it was converted. */
export function ConvertField({ id }: { id: string }) {
  const editor = useEditor();
  const edit = useEdit();
  const base = useAtomValue(editor.base).draft;
  const draft = useAtomValue(editor.draft);
  const button = useRef<HTMLButtonElement>(null);
  const [chosen, setChosen] = useState<Conversion>();
  const [isOpen, setOpen] = useState(false);
  const previous = useFormer(id);
  if (editor.mode !== 'edit') return null;
  const offered = offeredConversions(base, draft, id);
  if (offered.length === 0 && !previous) return null;
  const back = () => previous && edit('Convert field back', (now) => convertBack(now, previous), { select: [id] });
  return (
    <>
      <Menu withinPortal position="bottom-start">
        <Menu.Target>
          <Button ref={button} variant="default" size="xs" leftSection={<IconTransform size={14} aria-hidden />}>
            Convert to…
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {offered.map((conversion) => (
            <Menu.Item
              key={conversion.to}
              leftSection={<FieldIcon type={conversion.to} />}
              onClick={() => {
                setChosen(conversion);
                setOpen(true);
              }}
            >
              {fieldTypes[conversion.to].label}
            </Menu.Item>
          ))}
          {previous && (
            <Menu.Item leftSection={<IconArrowBackUp size={14} aria-hidden />} onClick={back}>
              Back to {fieldTypes[previous.before.type].label}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {chosen && (
        <ConvertDialog
          id={id}
          opened={isOpen}
          conversion={chosen}
          onClose={() => setOpen(false)}
          onConvert={(found) => {
            setOpen(false);
            edit('Convert field', (now) => convertField(now, id, chosen, found), { select: [id] });
          }}
        />
      )}
    </>
  );
}

/** The latest conversion of a field that still has the type that it got by it. */
function useFormer(id: string): ConvertedField | undefined {
  const editor = useEditor();
  const { id: templateId } = useAtomValue(editor.base).draft;
  const type = useAtomValue(editor.draft).settings.get(id)?.type;
  const { data } = useQuery({
    ...templateQueries.conversions(useRequest(), useInstanceId(), templateId),
    enabled: editor.mode === 'edit',
  });
  return data?.findLast((one) => one.id === id && one.after.type === type);
}
