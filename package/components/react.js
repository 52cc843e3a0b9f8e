// @ts-check
import { createElement, useEffect, useMemo, useRef, useState } from 'react';
import { keepMounted } from './keep-mounted.js';
import { partOf } from './part-lifecycles.js';

/** @import { Wanted } from './keep-mounted.d.ts' */

/**
 * The console in a `div`: mounted with it, updated with its props and unmounted with it.
 * @param {Wanted['props'] & Pick<Wanted, 'src'>} props
 */
export function QuartermasterConsole({ fallback, ...props }) {
  const { src, className, style } = props;
  // As an object: a function as the state would be called.
  const [failed, setFailed] = useState(/** @type {Pick<Wanted, 'src'> | null} */ (null));
  if (fallback !== undefined && failed?.src === src)
    return createElement('div', { className, style }, /** @type {import('react').ReactNode} */ (fallback));
  const onFailure = fallback === undefined ? undefined : () => setFailed({ src });
  return createElement(Slot, { ...props, onFailure });
}

/**
 * A part of the console in a `div`: mounted with it, updated with its props and unmounted with it.
 * @param {Wanted['props'] & Pick<Wanted, 'src'> & { name: Parameters<typeof partOf>[1] }} props
 */
export function QuartermasterPart({ src, name, onPart, ...props }) {
  const latest = useRef(onPart);
  useEffect(() => {
    latest.current = onPart;
  });
  const part = useMemo(
    () =>
      partOf(src, name, (mounted) => {
        if (typeof latest.current === 'function') latest.current(mounted);
      }),
    [src, name],
  );
  return createElement(QuartermasterConsole, { ...props, ...part });
}

/** @param {Wanted['props'] & Pick<Wanted, 'src' | 'onFailure' | 'updated'>} props */
function Slot({ src, updated, onFailure, className, style, ...props }) {
  const place = useRef(null);
  useEffect(() => {
    const element = /** @type {unknown} */ (place.current);
    return () => keepMounted(/** @type {HTMLElement} */ (element), null);
  }, []);
  useEffect(() => {
    if (place.current) keepMounted(place.current, { src, props, updated, onFailure });
  });
  return createElement('div', { ref: place, className, style });
}
