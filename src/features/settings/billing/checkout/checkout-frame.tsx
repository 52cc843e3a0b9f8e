import { Loader } from '@mantine/core';
import type { BillingScript } from '@quartermaster/contract/endpoints/billing.ts';
import { useEffect, useEffectEvent, useId, useState } from 'react';
import { fetchCode } from '../../../../shared/http/fetch-code.ts';
import { useServices } from '../../../../shared/services/services.ts';
import classes from '../billing.module.css';
import { Failed } from '../failed.tsx';
import type { Order } from './open-checkout.ts';

interface CheckoutFrameProps {
  script: BillingScript;
  /** Opened once; another order needs another key. */
  order: Order;
  onCompleted: () => void;
}

/** The payment provider's checkout, open while this is mounted. */
export function CheckoutFrame({ script, order, onCompleted }: CheckoutFrameProps) {
  const { root, overlay, nonce } = useServices();
  const frameTarget = `checkout-${useId().replaceAll(/\W/g, '')}`;
  const [error, setError] = useState<unknown>(null);
  const [tries, setTries] = useState(1);
  const [isOpen, setOpen] = useState(false);
  const complete = useEffectEvent(onCompleted);
  const open = useEffectEvent(async (signal: AbortSignal) => {
    const { openCheckout } = await fetchCode(() => import('./open-checkout.ts'));
    return openCheckout(script, order, {
      frameTarget,
      theme: root.getAttribute('data-mantine-color-scheme') === 'dark' ? 'dark' : 'light',
      onCompleted: () => complete(),
      parent: overlay,
      nonce,
      signal,
    });
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each try opens it again
  useEffect(() => {
    const ending = new AbortController();
    const opened = open(ending.signal);
    opened.then(
      () => setOpen(true),
      (failure: unknown) => {
        if (!ending.signal.aborted) setError(failure);
      },
    );
    return () => {
      ending.abort();
      opened.then((remove) => remove()).catch(() => undefined);
    };
  }, [tries]);
  if (error) {
    return (
      <Failed
        error={error}
        onRetry={() => {
          setError(null);
          setTries(tries + 1);
        }}
      />
    );
  }
  return (
    <div className={classes.checkout}>
      {!isOpen && <Loader size={24} className={classes.loader ?? ''} aria-label="Loading the checkout" />}
      <div className={frameTarget} />
    </div>
  );
}
