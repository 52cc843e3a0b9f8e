import { Combobox } from '@mantine/core';
import type { LinkedItem } from '@quartermaster/contract/endpoints/items.ts';
import { errorText } from '../http/error-text.ts';
import { texts } from '../ui/texts.ts';
import { LinkThumbnail } from './link-thumbnail.tsx';
import classes from './links.module.css';

interface PickerResultsProps {
  templateId: string;
  /** The id of the selected item. */
  value: number | null;
  data: LinkedItem[] | undefined;
  error: Error | null;
}

/** The found items of a picker, or why there are none. */
export const PickerResults = ({ templateId, value, data, error }: PickerResultsProps) => (
  <>
    {data?.map((item) => (
      <Combobox.Option key={item.id} value={String(item.id)} active={item.id === value} className={classes.option}>
        <LinkThumbnail image={item.image} isReserved={data.some(({ image }) => image !== undefined)} />
        <span className={classes.optionLabel}>{item.internal_label}</span>{' '}
        <span className={classes.optionId}>#{item.id}</span>
      </Combobox.Option>
    ))}
    {error && <Combobox.Empty>{errorText(error)}</Combobox.Empty>}
    {!error && data?.length === 0 && <Combobox.Empty>{texts.noResults}</Combobox.Empty>}
    {!error && !data && (
      <Combobox.Empty>{templateId === '' ? 'No template to link to' : texts.searching}</Combobox.Empty>
    )}
  </>
);
