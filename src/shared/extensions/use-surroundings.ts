import { useComputedColorScheme } from '@mantine/core';
import type { ExtensionLook, Panel } from '@quartermaster/contract/extensions/extension-api.ts';
import { paths, pathTo } from '@quartermaster/contract/paths.ts';
import { useMemo, useRef } from 'react';
import { useInstanceId } from '../access/active-instance.ts';
import { useServices } from '../services/services.ts';
import { useStableCallback } from '../ui/hooks/use-stable-callback.ts';
import { lookOf } from './look-of.ts';

/** What every part of an extension is told of the console around it. */
export function useSurroundings(): { look: ExtensionLook; language: string } {
  const { overlay } = useServices();
  const colorScheme = useComputedColorScheme();
  return useMemo(() => ({ look: lookOf(overlay, colorScheme), language: 'en' }), [overlay, colorScheme]);
}

/** Milliseconds between two toasts of an extension at least. */
const toastPause = 2000;

/** What every part of an extension can ask for. */
export function useRequests(title: string): Panel {
  const { notify, follow } = useServices();
  const instanceId = useInstanceId();
  const toastAt = useRef(Number.NEGATIVE_INFINITY);
  const toast = useStableCallback((text: string) => {
    const now = performance.now();
    if (now - toastAt.current < toastPause) return;
    toastAt.current = now;
    notify.info(`${title}: ${text}`);
  });
  const openItem = useStableCallback((templateId: string, id: number) =>
    follow(pathTo(paths.item, { instanceId, templateId, id }), true),
  );
  return useMemo(() => ({ toast, openItem }), [toast, openItem]);
}
