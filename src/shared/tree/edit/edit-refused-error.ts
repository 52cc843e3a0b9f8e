/** Thrown if an edit breaks the rules of a tree; the message is the reason. */
export class EditRefusedError extends Error {
  override name = 'EditRefused';
}
