import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { PackagePage, paddlePackage } from 'virtual:paddle-package';
import { expect, test, vi } from 'vitest';
import { wrapPaddlePackage } from '../../build/paddle-package.ts';

const source = readFileSync(createRequire(import.meta.url).resolve('@paddle/paddle-js/dist/index.esm.js'), 'utf8');

test('each call of the wrapped package loads the script into the given page', async () => {
  const code = `data:text/javascript,${encodeURIComponent(wrapPaddlePackage(source))}`;
  const wrapped = ((await import(/* @vite-ignore */ code)) as { paddlePackage: typeof paddlePackage }).paddlePackage;
  const paddle = { Initialized: false, Initialize: vi.fn() };
  const load = (outcome: 'load' | 'error') => {
    const listeners = new Map<string, () => void>();
    const script = { src: '', addEventListener: (type: string, listener: () => void) => listeners.set(type, listener) };
    const window: { PaddleBillingV1?: unknown } = {};
    const page = {
      window,
      document: {
        querySelector: () => null,
        createElement: () => script,
        head: {
          appendChild: () => {
            queueMicrotask(() => {
              if (outcome === 'load') window.PaddleBillingV1 = paddle;
              listeners.get(outcome)?.();
            });
          },
        },
      },
      console: { warn: expect.fail, error: expect.fail },
    } as unknown as PackagePage;
    return { script, loaded: wrapped(page).initializePaddle({ token: 'test' }) };
  };
  await expect(load('error').loaded).rejects.toThrow('Failed to load Paddle.js');
  const { script, loaded } = load('load');
  await expect(loaded).resolves.toBe(paddle);
  expect(script.src).toBe('https://cdn.paddle.com/paddle/v2/paddle.js');
  expect(paddle.Initialize).toHaveBeenCalledExactlyOnceWith({ token: 'test' });
});

test.each([
  [(code: string) => `import x from 'y';\n${code}`, 'its exports differ'],
  [(code: string) => code.replace(', initializePaddle }', ' }'), 'its exports differ'],
  [(code: string) => code.replace('window[', 'globalThis['), 'it uses globalThis'],
])('a version of the package that could reach beyond its page fails the build', (change, why) => {
  expect(() => wrapPaddlePackage(change(source))).toThrow(`@paddle/paddle-js has changed: ${why}`);
});
