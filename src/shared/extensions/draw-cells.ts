import type {
  CellDrawing,
  ExtensionField,
  ExtensionValue,
  HostExtension,
} from '@quartermaster/contract/extensions/extension-api.ts';
import { extensionLimits, isDrawing } from '@quartermaster/contract/extensions/messages.ts';
import type { Services } from '../services/services.ts';
import type { Extension } from './extension.ts';
import { type ExtensionFrame, openFrame } from './open-frame.ts';

/** Draws values by an extension, each once. */
export interface CellDrawer {
  /** The drawing of a value; undefined until it is known, or if there is none. */
  get: (value: ExtensionValue, field: ExtensionField) => CellDrawing | undefined;
  subscribe: (listener: () => void) => () => void;
}

/** How often in a row a frame may fail: a console that has left the page for a while loses it, too. */
const mostFailures = 3;

/** How many drawings are remembered. */
const remembered = 5000;

const drawers = new WeakMap<Services, Map<string, CellDrawer>>();

/** The drawer of an extension in a console, which all of its cells share. */
export function drawerOf(services: Services, extension: Extension): CellDrawer {
  const ofConsole = drawers.get(services) ?? new Map<string, CellDrawer>();
  drawers.set(services, ofConsole);
  const { runs } = extension;
  const key = 'frame' in runs ? runs.frame : extension.name;
  const drawer = ofConsole.get(key) ?? ('frame' in runs ? frameDrawer(services, runs.frame) : hostDrawer(runs.host));
  ofConsole.set(key, drawer);
  return drawer;
}

/** Calls the host's function. */
function hostDrawer({ cell }: HostExtension): CellDrawer {
  const drawings = new Map<string, CellDrawing | undefined>();
  const draw = (value: ExtensionValue, field: ExtensionField) => {
    try {
      const drawing = cell?.(value, field);
      return isDrawing(drawing) ? drawing : undefined;
    } catch (error) {
      reportError(error);
      return undefined;
    }
  };
  return {
    get: (value, field) => {
      const key = keyOf(value, field);
      if (drawings.size >= remembered) drawings.clear();
      if (!drawings.has(key)) drawings.set(key, draw(value, field));
      return drawings.get(key);
    },
    subscribe: () => () => undefined,
  };
}

const keyOf = (value: ExtensionValue, field: ExtensionField) => JSON.stringify([value, field]);

interface Waiting {
  id: number;
  value: ExtensionValue;
  field: ExtensionField;
}

/** Asks one frame, that is not displayed, for all values that are waiting. */
function frameDrawer({ overlay }: Services, address: string): CellDrawer {
  const drawings = new Map<string, CellDrawing | undefined>();
  const asked = new Map<number, string>();
  const listeners = new Set<() => void>();
  let waiting: Waiting[] = [];
  let lastId = 0;
  let frame: ExtensionFrame | undefined;
  let failures = 0;

  const open = () =>
    openFrame(overlay, {
      address,
      title: '',
      isHidden: true,
      onMessage: (message) => {
        if (message.type !== 'cells') return;
        failures = 0;
        for (const { id, drawing } of message.cells) {
          const key = asked.get(id);
          asked.delete(id);
          if (key !== undefined && isDrawing(drawing)) drawings.set(key, drawing);
        }
        for (const listener of listeners) listener();
      },
      onFailed: () => {
        frame = undefined;
        failures += 1;
        // Those that it has not answered are asked for again.
        for (const key of asked.values()) drawings.delete(key);
        asked.clear();
        waiting = [];
        for (const listener of listeners) listener();
      },
    });

  const ask = () => {
    const cells = waiting.splice(0, extensionLimits.cells);
    frame ??= open();
    frame.send({ type: 'cells', cells });
    if (waiting.length > 0) ask();
  };

  return {
    get: (value, field) => {
      const key = keyOf(value, field);
      if (drawings.has(key) || failures === mostFailures) return drawings.get(key);
      if (drawings.size >= remembered) drawings.clear();
      drawings.set(key, undefined);
      lastId += 1;
      asked.set(lastId, key);
      if (waiting.length === 0) queueMicrotask(ask);
      waiting.push({ id: lastId, value, field });
      return undefined;
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
