import { onTestFinished, vi } from 'vitest';

/** The files that the browser is given; they are not read before they are released. */
export function collectFiles(): { name: string; content: Blob }[] {
  const files: { name: string; content: Blob }[] = [];
  const contents = new Map<string, Blob>();
  const create = vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    const url = `blob:${contents.size}`;
    contents.set(url, blob as Blob);
    return url;
  });
  const revoke = vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => undefined);
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    const content = contents.get(this.href);
    if (content) files.push({ name: this.download, content });
  });
  onTestFinished(() => {
    for (const spy of [create, revoke, click]) spy.mockRestore();
  });
  return files;
}
