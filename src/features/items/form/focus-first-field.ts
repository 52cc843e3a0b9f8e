const fields = ['input', 'textarea'].map((name) => `${name}:not(:disabled, [readonly], [type="hidden"])`).join();

/** Focuses the first input of a form that can be edited. */
export const focusFirstField = (form: HTMLElement | null): void => form?.querySelector<HTMLElement>(fields)?.focus();
