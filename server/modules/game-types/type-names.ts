/** Names of generated types, or of the members of one: unique, beginning with a capital letter. */
export interface TypeNames {
  /** The name made of these parts, or with a number after it if that is taken. */
  take: (...parts: string[]) => string;
}

/** Names of which `reserved` are taken from the start; `spell` changes what would be a bad name in a language. */
export function typeNames(reserved: Iterable<string>, spell = (name: string): string => name): TypeNames {
  const taken = new Set(reserved);
  return {
    take: (...parts) => {
      const name = spell(parts.map(capitalised).join(''));
      const typeName = /^[A-Z]/.test(name) ? name : `T${name}`;
      let free = typeName;
      for (let number = 2; taken.has(free); number++) free = `${typeName}${number}`;
      taken.add(free);
      return free;
    },
  };
}

/** `primary_attr` as `PrimaryAttr`. */
const capitalised = (text: string): string =>
  text
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
