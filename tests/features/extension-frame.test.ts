import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type {
  ActionContext,
  CardContext,
  ExtensionHost,
  ExtensionLook,
  PanelContext,
} from '@quartermaster/contract/extensions/extension-api.ts';
import type { FromExtension, ToExtension } from '@quartermaster/contract/extensions/messages.ts';
import { expect, onTestFinished, test, vi } from 'vitest';
import { shows } from '../specification/shows.ts';

/** The script of frames, which this page runs as if it was one; `quartermaster` as the extension has it. */
function openFrameHere() {
  const sent: FromExtension[] = [];
  const port: { postMessage: (message: FromExtension) => void; onmessage?: (event: { data: ToExtension }) => void } = {
    postMessage: (message) => sent.push(message),
  };
  const before = Object.getOwnPropertyDescriptor(globalThis, 'quartermaster');
  const scope: { quartermaster?: ExtensionHost } = {};
  const code = readFileSync(join(import.meta.dirname, '../../extensions/frame.js'), 'utf8');
  new Function('globalThis', code)(scope);
  expect(Object.getOwnPropertyDescriptor(globalThis, 'quartermaster')).toEqual(before);
  const event = Object.assign(new Event('message'), { source: window.parent, ports: [port] });
  window.dispatchEvent(event);
  return { sent, host: scope.quartermaster, send: (data: ToExtension) => port.onmessage?.({ data }) };
}

test('a value that an extension cannot draw takes no other one along', () => {
  shows('5.parts.extensions-cells');
  const report = vi.fn();
  vi.stubGlobal('reportError', report);
  onTestFinished(() => void vi.unstubAllGlobals());
  const { sent, host, send } = openFrameHere();
  host?.define({
    cell: (value) => {
      if (value === 'bad') throw new Error('It cannot be drawn.');
      return { text: `drawn ${value}` };
    },
  });
  const field = { name: 'paint', label: 'Paint', type: 'text', isRequired: false };
  send({ type: 'cells', cells: ['a', 'bad', 'b'].map((value, id) => ({ id, value, field })) });
  expect(sent).toEqual([
    { type: 'defined' },
    {
      type: 'cells',
      cells: [
        { id: 0, drawing: { text: 'drawn a' } },
        { id: 1, drawing: {} },
        { id: 2, drawing: { text: 'drawn b' } },
      ],
    },
  ]);
  expect(report).toHaveBeenCalledOnce();
});

test.each([
  [
    'the element that arrow keys have chosen',
    '<button tabindex="-1">1</button><button id="stop" tabindex="0">2</button>',
  ],
  ['the checked radio button', '<input type="radio" name="stars"><input id="stop" type="radio" name="stars" checked>'],
  [
    'the first radio button if none is checked',
    '<input id="stop" type="radio" name="stars"><input type="radio" name="stars">',
  ],
  [
    'the first enabled element',
    '<button disabled>1</button><input type="hidden"><select id="stop"></select><button>2</button>',
  ],
])('Tab into the frame focuses %s', (_, content) => {
  shows('5.parts.extensions-keys');
  const root = document.createElement('div');
  root.innerHTML = content;
  document.body.replaceChildren(root);
  onTestFinished(() => root.remove());
  openFrameHere().send({ type: 'focus' });
  expect(document.activeElement?.id).toBe('stop');
});

const look = { colorScheme: 'light' } as ExtensionLook;

/** jsdom has no observers of sizes. */
function withoutSizes() {
  vi.stubGlobal('reportError', vi.fn());
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe = () => undefined;
    },
  );
  onTestFinished(() => void vi.unstubAllGlobals());
}

test('a card that throws, or is not there, says that it has failed', () => {
  shows('5.parts.extensions-cards');
  withoutSizes();
  const context = { look } as CardContext;
  const { sent, host, send } = openFrameHere();
  host?.define({
    card: () => () => {
      throw new Error('It is broken.');
    },
  });
  send({ type: 'card', context });
  send({ type: 'panel', context: { look } as PanelContext });
  expect(sent).toEqual([{ type: 'defined' }, { type: 'failed' }, { type: 'failed' }]);
});

test('an action asks for changes of items, a panel does not', () => {
  shows('5.parts.extensions-actions', '5.parts.extensions-panels');
  withoutSizes();
  const { sent, host, send } = openFrameHere();
  host?.define({
    action: (_, action) => () => action.change([{ id: 7, values: { price: 3 } }]),
  });
  send({ type: 'action', context: { look } as ActionContext });
  expect(sent).toEqual([{ type: 'defined' }, { type: 'change-items', items: [{ id: 7, values: { price: 3 } }] }]);
  const other = openFrameHere();
  other.host?.define({ panel: (_, panel) => () => expect(Object.keys(panel)).toEqual(['toast', 'openItem']) });
  other.send({ type: 'panel', context: { look } as PanelContext });
  expect(other.sent).toEqual([{ type: 'defined' }]);
});
