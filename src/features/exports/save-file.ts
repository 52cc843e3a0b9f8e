/** Has the browser download text as a file. */
export function saveFile(fileName: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  // By then the browser has started to read the blob.
  setTimeout(() => URL.revokeObjectURL(url));
}
