import { createHash } from 'node:crypto';
import { extensionsFolder } from '@quartermaster/contract/endpoints/extensions.ts';
import { apiPrefix } from '../../core/app/route.ts';
import type { Environment } from '../../core/environment/environment.ts';
import { readProjectFile } from '../../core/environment/project-files.ts';

type FrameConfig = Pick<Environment, 'distDir' | 'publicUrl' | 'extensionsUrl' | 'corsOrigins'>;

interface FramePage {
  html: string;
  headers: Record<string, string>;
}

const escaped: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const toHtml = (text: string) => text.replaceAll(/[&<>"]/g, (character) => escaped[character] ?? '');

/**
 * Makes the page that runs an extension. It has an origin of its own, also when it is opened directly, reaches no other address,
 * and runs only the script of its hash and the one that talks to the console (`extensions/frame.js`).
 */
export function createFrame(config: FrameConfig): (hash: string, title: string) => Promise<FramePage> {
  let talk: Promise<string> | undefined;
  const readTalk = () => {
    talk ??= readProjectFile(config.distDir, 'extensions', 'frame.js').catch((error: unknown) => {
      talk = undefined;
      throw error;
    });
    return talk;
  };
  const framedBy = [...new Set([new URL(config.publicUrl).origin, ...config.corsOrigins])].join(' ');
  return async (hash, title) => {
    const code = await readTalk();
    const integrity = `sha384-${Buffer.from(hash, 'hex').toString('base64')}`;
    const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${toHtml(title)}</title>
<style>html, body { margin: 0; background: transparent; }</style>
</head>
<body>
<script>${code}</script>
<script src="script.js" integrity="${integrity}" crossorigin></script>
</body>
</html>
`;
    const scriptAddress = `${config.extensionsUrl ?? config.publicUrl}${apiPrefix}${extensionsFolder}${hash}/script.js`;
    const policy = [
      'sandbox allow-scripts',
      "default-src 'none'",
      `script-src 'sha256-${createHash('sha256').update(code).digest('base64')}' ${scriptAddress}`,
      "style-src 'unsafe-inline'",
      'img-src data: blob:',
      'media-src data: blob:',
      'font-src data:',
      "base-uri 'none'",
      "form-action 'none'",
      `frame-ancestors ${framedBy}`,
    ];
    return {
      html,
      headers: {
        'content-security-policy': policy.join('; '),
        'cross-origin-resource-policy': 'cross-origin',
        'referrer-policy': 'no-referrer',
        'x-dns-prefetch-control': 'off',
        // A later version of the server may have another policy.
        'cache-control': 'public, max-age=300',
      },
    };
  };
}
