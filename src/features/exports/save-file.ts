/** Hands text to the browser as a file to save. */
export function saveFile(fileName: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  // The browser has taken hold of the blob by then.
  setTimeout(() => URL.revokeObjectURL(url));
}
