import { build } from 'rolldown';

const source = `
  export { createElement, StrictMode, useEffect, useRef, useState, version } from 'react';
  export { createRoot } from 'react-dom/client';
`;

/** React 18 as the modules of a portal, by path; of its development build, in which strict mode runs effects twice. */
export async function react18(): Promise<Record<string, string>> {
  const entry = 'react-18-entry';
  const { output } = await build({
    input: entry,
    cwd: import.meta.dirname,
    platform: 'browser',
    plugins: [
      { name: entry, resolveId: (id) => (id === entry ? id : null), load: (id) => (id === entry ? source : null) },
    ],
    resolve: { alias: { react: 'react-18', 'react-dom': 'react-dom-18' } },
    transform: { define: { 'process.env.NODE_ENV': '"development"' } },
    logLevel: 'silent',
    write: false,
    output: { codeSplitting: false },
  });
  const all = "export * from '/react-18.js';";
  return { '/react-18.js': output[0].code, '/vendor/react.js': all, '/vendor/react-dom-client.js': all };
}
