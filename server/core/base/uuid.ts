/** The first 128 bits of a hash, written as hexadecimal digits, in the form of a UUID. */
export const uuidOf = (hash: string): string => hash.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5');
