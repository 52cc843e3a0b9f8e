/** Marks a map in JSON; no answer of the server has a member of this name. */
const mapMark = '$map';

/** JSON of answers, which may contain maps. */
export const toJson = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) => (part instanceof Map ? { [mapMark]: [...part] } : part));

/** The inverse of {@link toJson}; throws for anything else. */
export const fromJson = (text: string): unknown =>
  JSON.parse(text, (_, part: unknown) =>
    typeof part === 'object' && part !== null && mapMark in part
      ? new Map(part[mapMark] as [unknown, unknown][])
      : part,
  );
