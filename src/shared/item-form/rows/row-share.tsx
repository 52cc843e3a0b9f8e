import { shareText } from '@quartermaster/contract/content/roll-weights.ts';
import { sumOf } from '@quartermaster/contract/field-types/weight.ts';
import classes from './rows.module.css';
import { useRows } from './use-rows.ts';

/** The share of a row's weight in the sum of all rows; nothing outside of rows. */
export function RowShare({ name }: { name: string }) {
  const [, groupName, position, fieldId] = /^(.+)\.(\d+)\.([^.]+)$/.exec(name) ?? [];
  if (!groupName || !position || !fieldId) return null;
  return <Share name={name} groupName={groupName} index={Number(position)} fieldId={fieldId} />;
}

function Share({
  name,
  groupName,
  index,
  fieldId,
}: Record<'name' | 'groupName' | 'fieldId', string> & { index: number }) {
  const share = useRows(groupName, name, (rows) => {
    const weights = rows.map((row) => row[fieldId]);
    return shareText(weights[index], sumOf(weights));
  });
  return (
    <span className={classes.share} data-share>
      {share}
    </span>
  );
}
