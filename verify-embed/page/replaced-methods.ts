/** Run in the page: the methods of JSON that its scripts have added to all lists, objects or texts, as sentences. */
export function findAddedToJson(): string[] {
  const prototypes: Record<string, object> = {
    Array: Array.prototype,
    Object: Object.prototype,
    String: String.prototype,
  };
  return Object.entries(prototypes).flatMap(([name, prototype]) =>
    Object.hasOwn(prototype, 'toJSON')
      ? [
          `The portal has added ${name}.prototype.toJSON, which changes what the console sends: its calls are refused. Old versions of Prototype and MooTools do so.`,
        ]
      : [],
  );
}

/** Run in the page: the methods of the document that are not the browser's own any more, as sentences. */
export function findReplacedMethods(): string[] {
  const methods = {
    'Node.prototype': ['appendChild', 'insertBefore', 'removeChild', 'contains'],
    'Element.prototype': ['append', 'setAttribute', 'querySelector', 'attachShadow'],
    'Document.prototype': ['createElement', 'querySelector'],
    'EventTarget.prototype': ['addEventListener', 'dispatchEvent'],
  };
  const owners: Record<string, object> = {
    'Node.prototype': Node.prototype,
    'Element.prototype': Element.prototype,
    'Document.prototype': Document.prototype,
    'EventTarget.prototype': EventTarget.prototype,
  };
  const isNative = (method: unknown) => Function.prototype.toString.call(method).includes('[native code]');
  return Object.entries(methods).flatMap(([owner, names]) =>
    names.flatMap((name) =>
      isNative(Reflect.get(owners[owner] ?? {}, name))
        ? []
        : [`A script of the page has replaced ${owner}.${name}, which the console calls.`],
    ),
  );
}
