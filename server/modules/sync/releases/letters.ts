import { releasePath } from '@quartermaster/contract/paths.ts';
import type { Letter } from '../../../core/mail/mail-text.ts';

interface RefusedMail {
  to: string;
  name: string;
  project: string;
  from: string;
  into: string;
  /** When it should have been published, with its zone; undefined if that was done by hand. */
  time: string | undefined;
  reason: string;
  sourceId: number;
  releaseId: number;
}

/** Says why a release was refused. */
export const refusedLetter = (release: RefusedMail): Letter => ({
  kind: 'notice',
  to: release.to,
  subject: `“${release.name}” was not published`,
  headline: `The release “${release.name}” of ${release.project} was not published`,
  sentences: [
    `It should have been published from ${release.from} to ${release.into}${release.time === undefined ? '' : ` on ${release.time}`}. Nothing has changed in ${release.into}.`,
    `Reason: ${release.reason}`,
    'Correct this, then publish the release or choose another time on its page.',
  ],
  button: { label: 'Open the release', path: releasePath(release.releaseId, release.sourceId) },
  note: 'You get this mail because you have created or planned the release, or own its workspace.',
});
