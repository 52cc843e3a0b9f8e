/** What is observed of a frame, in the page around it. */
export interface FrameState {
  /** What it has said, the oldest first. */
  messages: unknown[];
  /** True once the page of the frame has been replaced by another one. */
  hasLeft: boolean;
  /** True if it has taken the focus. */
  hasFocus: boolean;
}

declare global {
  interface Window {
    extension: { state: FrameState; send: (message: unknown) => void };
  }
}

/** Run in the page: opens an address in a frame as the console does, and notes what it says. */
export function openExtension(address: string): void {
  const { port1: port, port2 } = new MessageChannel();
  const frame = document.createElement('iframe');
  frame.setAttribute('sandbox', 'allow-scripts');
  frame.setAttribute('allow', '');
  frame.referrerPolicy = 'no-referrer';
  frame.src = address;
  const state: FrameState = { messages: [], hasLeft: false, hasFocus: false };
  let isLoaded = false;
  port.onmessage = ({ data }) => state.messages.push(data);
  window.addEventListener('blur', () => {
    state.hasFocus ||= document.activeElement === frame;
  });
  frame.addEventListener('load', () => {
    state.hasLeft = isLoaded;
    if (!isLoaded) frame.contentWindow?.postMessage({ version: 1 }, '*', [port2]);
    isLoaded = true;
  });
  window.extension = { state, send: (message) => port.postMessage(message) };
  document.body.append(frame);
}

/** Run in the page: sends messages, and waits until the frame has answered; false if it has not in time. Without any, an earlier answer counts. */
export async function ask({
  messages,
  answer,
  within,
}: {
  messages: readonly unknown[];
  answer: string;
  within: number;
}): Promise<boolean> {
  const { state, send } = window.extension;
  const count = () => state.messages.filter((one) => (one as { type?: unknown } | null)?.type === answer).length;
  const before = messages.length > 0 ? count() : 0;
  for (const message of messages) send(message);
  const since = performance.now();
  while (count() <= before) {
    if (performance.now() - since > within) return false;
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  return true;
}

/** Run in the page: takes what the frame has said since the last time. */
export function takeState(): FrameState {
  const { state } = window.extension;
  return { ...state, messages: state.messages.splice(0) };
}
