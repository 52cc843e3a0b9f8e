import type { CommentTarget, Thread, ThreadSubject } from '@quartermaster/contract/endpoints/comments.ts';
import type { CommentPlace } from './comment-spot.ts';

/** A line of a review, a release or a proposal: an item, a template itself, or an item that a proposal creates. */
export type Line = Pick<CommentTarget, 'item_id' | 'line'> & { template_id: string };

/** What threads about something can be about: all of it, a field, or a line. */
export type SubjectPlaces = ReturnType<typeof subjectPlaces>;

/** What threads about a template, a review, a release or a proposal can be about. */
export function subjectPlaces(of: ThreadSubject, fields: ReadonlyMap<string, string> = new Map()) {
  const subject: CommentPlace = { key: '', label: `the ${of.about}`, order: -1, target: of };
  const places = [...fields].map(([id, label], order): CommentPlace => {
    return { key: id, label, order, target: { ...of, field_id: id } };
  });
  const fieldPlace = ({ field_id: id = '', field_label: label = 'A field' }: Thread): CommentPlace =>
    places.find(({ key }) => key === id) ?? {
      key: id,
      label: `${label} (deleted)`,
      order: places.length,
      target: null,
    };
  const placeOf = (thread: Thread): CommentPlace => {
    if (of.about === 'template') return thread.field_id === undefined ? subject : fieldPlace(thread);
    const { template_id, line_label } = thread;
    return template_id === undefined ? subject : linePlace(of, { ...thread, template_id }, line_label);
  };
  return { subject, places, placeOf };
}

/** A line as a place of comments. */
export function linePlace(of: ThreadSubject, { template_id, item_id, line }: Line, label?: string): CommentPlace {
  const target = { ...of, template_id };
  if (line !== undefined)
    return {
      key: `${template_id}/new/${line}`,
      label: label ?? `new item ${line}`,
      order: line,
      target: { ...target, line },
    };
  if (item_id !== undefined)
    return {
      key: `${template_id}/${item_id}`,
      label: label ?? `item ${item_id}`,
      order: item_id,
      target: { ...target, item_id },
    };
  return { key: template_id, label: label ?? template_id, order: 0, target };
}
