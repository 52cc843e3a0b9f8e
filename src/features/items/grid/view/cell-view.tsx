import { type FieldValue, isEmpty } from '@quartermaster/contract/field-types/field-type.ts';
import { type FieldSettings, fieldTypeOf } from '@quartermaster/contract/field-types/registry.ts';
import { Fragment, type ReactNode } from 'react';
import { fieldCell } from '../../../../shared/field-types/field-cell.tsx';
import { useLinkLabel } from '../../../../shared/links/link-labels.tsx';
import type { CellContent, SheetColumn } from '../model/cell-content.ts';

/** Renders what a cell holds; an invalid text as it was typed. */
export function cellView({ settings }: SheetColumn, content: CellContent): ReactNode {
  if ('text' in content) return content.text;
  const { value } = content;
  if (isEmpty(value)) return null;
  if (!settings) return String(value);
  // In a list a link leads to its item; here a click selects the cell.
  return fieldTypeOf(settings.type).links ? linkTexts(settings, value as FieldValue) : fieldCell(settings, value);
}

function linkTexts(settings: FieldSettings, value: FieldValue): ReactNode {
  const { wrongKind, index } = fieldTypeOf(settings.type);
  if (wrongKind(value, settings) !== undefined) return String(value);
  const links = index.entries(value, settings).links ?? [];
  return links.map(({ templateId, id }, index) => (
    <Fragment key={`${templateId} ${id}`}>
      {index > 0 && ', '}
      <LinkText templateId={templateId} id={id} />
    </Fragment>
  ));
}

const LinkText = ({ templateId, id }: { templateId: string; id: number }) => useLinkLabel(templateId, id) ?? `#${id}`;
