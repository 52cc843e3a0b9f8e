import { createTurns, type TurnLimits, type Turns } from './turns.ts';

/** How one upload is received and then used. */
interface Upload<File, Answer> {
  read: () => Promise<File>;
  work: (file: File) => Promise<Answer>;
  /** Runs once the file is used, also if it got no turn. */
  end?: (file: File) => Promise<void>;
}

/** Turns of work on files that were received. */
interface UploadTurns {
  turns: Turns;
  receive: <File, Answer>(turn: Parameters<Turns>[1], upload: Upload<File, Answer>) => Promise<Answer>;
}

/** Bounds how many files are received for an instance at once, and how many of those are worked on. */
export function createUploadTurns(limits: TurnLimits): UploadTurns {
  // A slow upload must not keep others waiting.
  const uploads = createTurns({ ...limits, atOnce: Number.POSITIVE_INFINITY, waiting: 0, ofOne: 4 });
  const turns = createTurns(limits);
  return {
    turns,
    receive: (turn, { read, work, end = async () => {} }) =>
      uploads(async () => {
        const file = await read();
        try {
          return await turns(() => work(file), turn);
        } finally {
          await end(file);
        }
      }, turn),
  };
}
