import { createHash } from 'node:crypto';
import { extensionsFolder } from '@quartermaster/contract/endpoints/extensions.ts';
import { extensionFrame } from '@quartermaster/contract/extensions/frame-page.ts';
import { apiPrefix } from '../../core/app/route.ts';
import type { Environment } from '../../core/environment/environment.ts';
import { readProjectFile } from '../../core/environment/project-files.ts';

type FrameConfig = Pick<Environment, 'distDir' | 'publicUrl' | 'extensionsUrl' | 'corsOrigins'>;

interface FramePage {
  html: string;
  headers: Record<string, string>;
}

/** Makes the page that runs an extension, with the script that talks to the console (`extensions/frame.js`). */
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
    const { html, policy } = extensionFrame({
      title,
      talk: code,
      talkHash: createHash('sha256').update(code).digest('base64'),
      scriptAddress: `${config.extensionsUrl ?? config.publicUrl}${apiPrefix}${extensionsFolder}${hash}/script.js`,
      scriptHash: Buffer.from(hash, 'hex').toString('base64'),
      framedBy,
    });
    return {
      html,
      headers: {
        'content-security-policy': policy,
        'cross-origin-resource-policy': 'cross-origin',
        'referrer-policy': 'no-referrer',
        'x-dns-prefetch-control': 'off',
        // A later version of the server may have another policy.
        'cache-control': 'public, max-age=300',
      },
    };
  };
}
