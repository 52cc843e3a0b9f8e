/** Loads the code of the parts that are no pages of the whole console, in parallel with the console's; their route reports failures. */
export const loadPartCode = (): Promise<unknown> => import('../features/parts/part-page.tsx').catch(() => undefined);
