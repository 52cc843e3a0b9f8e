/** Inline, because it must work without the stylesheet. */
export const panelCss = `
:host {
  all: initial;
  display: block;
  font: 14px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, Helvetica, Arial, sans-serif;
  color: light-dark(#1f2328, #e6e8eb);
  background: light-dark(#fff, #1a1b1e);
}
section { box-sizing: border-box; max-width: 560px; margin: 0 auto; padding: 48px 24px; }
h1 { margin: 0 0 8px; font-size: 20px; line-height: 1.3; }
p { margin: 0 0 8px; overflow-wrap: anywhere; }
.id { display: flex; flex-wrap: wrap; align-items: center; gap: 8px; margin: 16px 0; }
code {
  padding: 4px 8px;
  border: 1px solid light-dark(#d0d7de, #3d4046);
  border-radius: 6px;
  font: 13px/1.4 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace;
  user-select: all;
}
pre {
  flex-basis: 100%;
  max-height: 240px;
  margin: 0;
  overflow: auto;
  font: 12px/1.4 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace;
  white-space: pre-wrap;
  overflow-wrap: anywhere;
}
button {
  min-height: 32px;
  padding: 4px 12px;
  border: 1px solid light-dark(#d0d7de, #3d4046);
  border-radius: 6px;
  font: inherit;
  color: inherit;
  background: transparent;
  cursor: pointer;
}
button.main { margin-top: 8px; border-color: transparent; font-weight: 600; color: #fff; background: #1864ab; }
button:focus-visible { outline: 2px solid light-dark(#1864ab, #74c0fc); outline-offset: 2px; }
`;
