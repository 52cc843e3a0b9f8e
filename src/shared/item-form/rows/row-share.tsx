import { shareText } from '@quartermaster/contract/content/share-text.ts';
import { sumOf } from '@quartermaster/contract/field-types/weight.ts';
import classes from './rows.module.css';
import { useRows } from './use-rows.ts';

/** The share of a row's weight in the sum of all rows; nothing outside of rows, and where the weights are percentages of 100 themselves. */
export function RowShare({ name, unit }: { name: string; unit: string | undefined }) {
  const [, groupName, position, fieldId] = /^(.+)\.(\d+)\.([^.]+)$/.exec(name) ?? [];
  if (!groupName || !position || !fieldId) return null;
  return <Share {...{ name, groupName, fieldId, unit }} index={Number(position)} />;
}

function Share({
  name,
  groupName,
  index,
  fieldId,
  unit,
}: Record<'name' | 'groupName' | 'fieldId', string> & { index: number; unit: string | undefined }) {
  const share = useRows(groupName, name, (rows) => {
    const weights = rows.map((row) => row[fieldId]);
    const sum = sumOf(weights);
    return unit === '%' && sum === 100 ? '' : shareText(weights[index], sum);
  });
  return (
    <span className={classes.share} data-share>
      {share}
    </span>
  );
}
