import { isOfPlugin, type Plugin } from '../plugin.ts';

/** The functions of an error's stack, the innermost first; without those of the browser itself. */
function framesOf({ stack = '' }: Error): { name: string; url: string }[] {
  return stack.split('\n').flatMap((line) => {
    const [, name = '', url] = /^\s*at (?:(.*?) \()?(\w+:\/\/.+?):\d+:\d+\)?$/.exec(line) ?? [];
    return url === undefined ? [] : [{ name, url }];
  });
}

/** Whether the console's own code has thrown an error; it may also have called a function of the host that throws. */
export const isThrownBy = (plugin: Plugin, error: Error): boolean => isOfPlugin(plugin, framesOf(error)[0]?.url);

/** The name of the portal's function that threw an error when the console called it; null for other errors. */
export function calledByConsole(plugin: Plugin, error: Error): string | null {
  const frames = framesOf(error);
  const [innermost] = frames;
  const caller = frames.findIndex(({ url }) => isOfPlugin(plugin, url));
  if (!innermost || caller <= 0) return null;
  return frames[caller - 1]?.name.split('.').at(-1) || 'a function';
}
