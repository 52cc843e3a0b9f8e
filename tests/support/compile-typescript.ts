import ts from 'typescript';

const options: ts.CompilerOptions = {
  noEmit: true,
  strict: true,
  exactOptionalPropertyTypes: true,
  target: ts.ScriptTarget.ES2022,
  lib: ['lib.es2022.d.ts'],
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  allowImportingTsExtensions: true,
  types: [],
};

/** The errors of a program of these modules, by file name; the last one is its root. */
export function errorsOf(modules: Readonly<Record<string, string>>): string[] {
  const host = ts.createCompilerHost(options);
  const { readFile, fileExists } = host;
  const pathOf = (name: string) => `/modules/${name}`;
  const texts = new Map(Object.entries(modules).map(([name, text]) => [pathOf(name), text]));
  host.readFile = (path) => texts.get(path) ?? readFile(path);
  host.fileExists = (path) => texts.has(path) || fileExists(path);
  host.directoryExists = () => true;
  host.getSourceFile = (path, target) => {
    const text = host.readFile(path);
    return text === undefined ? undefined : ts.createSourceFile(path, text, target);
  };
  const roots = [...texts.keys()].slice(-1);
  const program = ts.createProgram(roots, options, host);
  return ts.getPreEmitDiagnostics(program).map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}
