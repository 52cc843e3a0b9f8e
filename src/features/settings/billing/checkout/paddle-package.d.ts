/** `@paddle/paddle-js` as a function of the page's globals, which the build makes of it (`build/paddle-package.ts`). */
declare module 'virtual:paddle-package' {
  import type * as Package from '@paddle/paddle-js';

  /** The part of a script element that the package uses. */
  export interface PackageScript {
    src: string;
    addEventListener: (type: 'load' | 'error', listener: () => void) => void;
  }

  /** The part of a page that the package uses. */
  export interface PackagePage {
    window: { readonly PaddleBillingV1: Package.Paddle | undefined };
    document: {
      querySelector: (selector: string) => PackageScript | null;
      createElement: (name: 'script') => PackageScript;
      head: { appendChild: (script: PackageScript) => void };
    };
    console: { warn: (text: string, error: unknown) => void; error: (text: string) => void };
  }

  export function paddlePackage(page: PackagePage): Pick<typeof Package, 'initializePaddle' | 'CheckoutEventNames'>;
}
