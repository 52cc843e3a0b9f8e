/** Resolves in a new task, so that the page can handle user input first. */
export function nextTask(): Promise<void> {
  // Not every browser supports it; unlike a timer it lets no other work overtake.
  if ('scheduler' in globalThis && 'yield' in scheduler) return scheduler.yield();
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
