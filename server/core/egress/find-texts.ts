/** Finds the TXT records of a domain; none if it has none, or does not exist. Throws if that cannot be found out. */
export type FindTexts = (domain: string) => Promise<string[]>;

/** Asks the resolvers of this machine. */
export const findTexts: FindTexts = async (domain) => {
  const { Resolver } = await import('node:dns/promises');
  try {
    const records = await new Resolver({ timeout: 3000, tries: 2 }).resolveTxt(domain);
    return records.map((parts) => parts.join(''));
  } catch (error) {
    if (error instanceof Error && 'code' in error && ['ENODATA', 'ENOTFOUND'].includes(String(error.code))) return [];
    throw error;
  }
};
