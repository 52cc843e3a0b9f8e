import { use } from 'react';
import { FieldBubbles } from '../../comments/bubbles.ts';
import { useSavedPath } from '../saved-values.ts';

interface FieldCommentProps {
  /** The name of the field in the form. */
  name: string;
  label: string;
  /** True for a group whose rows are hidden. */
  isFolded?: boolean;
}

/** The comments at a field that can be edited; none at one in a row that is not saved yet. */
export function FieldComment(props: FieldCommentProps) {
  const view = use(FieldBubbles);
  const spot = useSavedPath(props.name);
  return view && spot !== null && <view.Bubble {...props} bubbles={view.bubbles} spot={spot} />;
}

/** The comments at a value that cannot be edited. */
export function ValueComment({ name, label }: Pick<FieldCommentProps, 'name' | 'label'>) {
  const view = use(FieldBubbles);
  return view && <view.Bubble bubbles={view.bubbles} name={name} spot={name} label={label} />;
}
