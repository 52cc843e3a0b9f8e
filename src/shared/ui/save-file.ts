/** Has the browser download a file. */
export function saveFile(fileName: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  // By this time the browser has started to read the blob.
  setTimeout(() => URL.revokeObjectURL(url));
}
