/**
 * Keeps an Escape from the host that closes a menu or a dialog of ours, or that the console uses otherwise: the host's dialog around it
 * stays open. Listens only on our nodes; call the returned function to stop.
 */
export function keepEscape(root: HTMLElement, overlay: HTMLElement): () => void {
  const closing = new WeakSet<Event>();
  const end = (event: KeyboardEvent) => {
    if (!closing.has(event) && !event.defaultPrevented) return;
    event.preventDefault();
    event.stopPropagation();
  };
  const begin = (node: HTMLElement) => (event: KeyboardEvent) => {
    node.removeEventListener('keydown', end);
    if (event.key !== 'Escape' || event.isComposing || !(event.target instanceof Element)) return;
    if (node === overlay || event.target.closest('[aria-haspopup][aria-expanded="true"]')) closing.add(event);
    // Added only now, it runs after React's.
    node.addEventListener('keydown', end);
  };
  const listening = [root, overlay].map((node) => ({ node, listener: begin(node) }));
  for (const { node, listener } of listening) node.addEventListener('keydown', listener, true);
  return () => {
    for (const { node, listener } of listening) {
      node.removeEventListener('keydown', listener, true);
      node.removeEventListener('keydown', end);
    }
  };
}
