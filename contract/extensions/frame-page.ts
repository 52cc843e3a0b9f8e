interface FrameOptions {
  title: string;
  /** `extensions/frame.js`, and the base64 of its SHA-256. */
  talk: string;
  talkHash: string;
  /** The address of the script, next to the page as `script.js`. */
  scriptAddress: string;
  /** The base64 of its SHA-384. */
  scriptHash: string;
  /** The origins that may have the frame. */
  framedBy: string;
}

const escaped: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const toHtml = (text: string) => text.replaceAll(/[&<>"]/g, (character) => escaped[character] ?? '');

/**
 * The page that runs an extension, and its content security policy. It has an origin of its own, also when it is opened directly, reaches
 * no other address, and runs only the script of its hash and the one that talks to the console.
 */
export function extensionFrame({ title, talk, talkHash, scriptAddress, scriptHash, framedBy }: FrameOptions) {
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${toHtml(title)}</title>
<style>html, body { margin: 0; background: transparent; }</style>
</head>
<body>
<script>${talk}</script>
<script src="script.js" integrity="sha384-${scriptHash}" crossorigin></script>
</body>
</html>
`;
  const policy = [
    'sandbox allow-scripts',
    "default-src 'none'",
    `script-src 'sha256-${talkHash}' ${scriptAddress}`,
    "style-src 'unsafe-inline'",
    'img-src data: blob:',
    'media-src data: blob:',
    'font-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${framedBy}`,
  ];
  return { html, policy: policy.join('; ') };
}
