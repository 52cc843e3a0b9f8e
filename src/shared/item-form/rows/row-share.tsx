import { shareText } from '@quartermaster/contract/content/roll-weights.ts';
import { sumOf } from '@quartermaster/contract/field-types/weight.ts';
import classes from './rows.module.css';
import { useRows } from './use-rows.ts';

/** The share of a row's weight in the sum of all rows; nothing outside of rows. */
export function RowShare({ name }: { name: string }) {
  const [, groupName, place, fieldId] = /^(.+)\.(\d+)\.([^.]+)$/.exec(name) ?? [];
  if (!groupName || !place || !fieldId) return null;
  return <Share name={name} groupName={groupName} place={Number(place)} fieldId={fieldId} />;
}

function Share({
  name,
  groupName,
  place,
  fieldId,
}: Record<'name' | 'groupName' | 'fieldId', string> & { place: number }) {
  const share = useRows(groupName, name, (rows) => {
    const weights = rows.map((row) => row[fieldId]);
    return shareText(weights[place], sumOf(weights));
  });
  return (
    <span className={classes.share} data-share>
      {share}
    </span>
  );
}
