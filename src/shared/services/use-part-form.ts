import { useCallback, useEffect, useEffectEvent, useReducer, useState } from 'react';
import type { PartForm } from './part.ts';
import { useServices } from './services.ts';

/** Lets the host of a part save and discard the form; each resolves once the form has rendered what came of it. */
export function usePartForm(form: PartForm): void {
  const { part } = useServices();
  const save = useEffectEvent(form.save);
  const discard = useEffectEvent(form.discard);
  const rendered = useRenderedAfter();
  useEffect(() => {
    return part?.offer({
      save: async () => (await save()) && rendered().then(() => true),
      discard: async () => {
        await discard();
        await rendered();
      },
    });
  }, [part, rendered]);
}

/** Resolves after the effects of the next render, which contains all changes before the call; at once when the component unmounts. */
function useRenderedAfter(): () => Promise<void> {
  const [, render] = useReducer((renders: number) => renders + 1, 0);
  const [renders] = useState(createWaiting);
  useEffect(() => renders.resolveAll());
  useEffect(() => {
    renders.begin();
    return () => renders.end();
  }, [renders]);
  return useCallback(() => renders.next(render), [renders]);
}

function createWaiting() {
  const waiting: (() => void)[] = [];
  let isMounted = false;
  const resolveAll = () => {
    for (const resolve of waiting.splice(0)) resolve();
  };
  return {
    resolveAll,
    begin: () => {
      isMounted = true;
    },
    end: () => {
      isMounted = false;
      resolveAll();
    },
    next: (render: () => void) =>
      new Promise<void>((resolve) => {
        if (!isMounted) return resolve();
        waiting.push(resolve);
        render();
      }),
  };
}
