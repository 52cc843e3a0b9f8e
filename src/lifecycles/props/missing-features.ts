const features: Record<string, () => unknown> = {
  ResizeObserver: () => globalThis.ResizeObserver,
  matchMedia: () => globalThis.matchMedia,
  'Map.groupBy': () => Map.groupBy,
  'Promise.withResolvers': () => Promise.withResolvers,
};

/** The features that the console needs and this page lacks: an old browser, or a simulated page in a test. */
export function missingFeatures(): string[] {
  return Object.keys(features).filter((name) => typeof features[name]?.() !== 'function');
}

/** The sentences of the panel that names them. */
export const missingFeaturesProblem = (missing: string[]): string[] => [
  `This browser lacks ${missing.join(', ')}, which the console needs. Update it, or use another one.`,
  'In a test with jsdom or happy-dom, call openTestConsole of @quartermaster/console/testing before mount: it adds what is missing.',
];
