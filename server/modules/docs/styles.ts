/** Styles of the documentation: the console's colors and sizes (docs/look.md), in both schemes. */
export const styles = `
:root{color-scheme:light dark;--text:light-dark(#181b21,#e8eaee);--dimmed:light-dark(#535b68,#a8afbb);--page:light-dark(#fff,#17181c);--chrome:light-dark(#f3f4f6,#0f1013);--hover:light-dark(#e8ebf0,#25282e);--ground:light-dark(#f7f8fa,#1c1e23);--hairline:light-dark(#eceef1,#24272d);--border:light-dark(#dfe2e7,#30343c);--accent:light-dark(#3b5bdb,#a4b5ff);--accent-light:light-dark(#edf1ff,#1f2849);--green:light-dark(#1b6630,#8ce99a);--green-light:light-dark(#dff5e4,#173422);--red:light-dark(#a41e1e,#ffa8a8);--red-light:light-dark(#fde4e3,#42191b);--mono:ui-monospace,SFMono-Regular,Menlo,Consolas,'Liberation Mono',monospace}
*{box-sizing:border-box}
html{scroll-padding-top:16px;scrollbar-color:var(--border) transparent}
body{margin:0;display:grid;grid-template-columns:286px minmax(0,1fr);min-height:100vh;background:var(--chrome);color:var(--text);font:14px/1.6 system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue','Noto Sans',Arial,sans-serif}
a{color:var(--accent);text-underline-offset:2px}
:focus-visible{outline:2px solid var(--accent);outline-offset:1px;border-radius:4px}
.skip{position:absolute;left:-99rem;padding:4px 8px;background:var(--page);z-index:1}.skip:focus{left:8px;top:8px}

.side{position:sticky;top:0;height:100vh;overflow-y:auto;padding:12px 12px 32px;font-size:13px;line-height:20px;scrollbar-width:thin}
.brand{display:flex;align-items:center;gap:8px;padding:0 8px;font-weight:600;color:var(--text);text-decoration:none}.brand svg{flex:none;color:var(--accent)}.brand span{font-weight:400;color:var(--dimmed)}
form{margin:12px 0 4px}
input{width:100%;height:32px;padding:0 10px;border:1px solid var(--border);border-radius:6px;background:var(--page);color:var(--text);font:inherit}input::placeholder{color:var(--dimmed);opacity:1}
nav p{margin:16px 8px 4px;font-size:12px;font-weight:500;color:var(--dimmed)}
nav ul{list-style:none;margin:0;padding:0}nav li{margin:0}
nav a{display:flex;gap:8px;min-height:28px;padding:4px 8px;border-radius:6px;color:var(--dimmed);text-decoration:none}
nav a:hover{background:var(--hover);color:var(--text)}
nav a[aria-current]{background:var(--hover);color:var(--text);font-weight:600}
nav a span{margin-left:auto;font-size:12px;font-weight:400;font-variant-numeric:tabular-nums;color:var(--dimmed)}
nav ul ul{margin:2px 0 8px 16px;border-left:1px solid var(--border);padding-left:8px}
nav summary{display:none}
nav details::details-content{content-visibility:visible;height:auto}
@supports not selector(::details-content){nav summary{display:block}}

main{min-width:0;padding:28px clamp(20px,6vw,96px) 96px;background:var(--page);border:1px solid var(--border);border-width:1px 0 0 1px;border-top-left-radius:10px}
main>*{max-width:46rem}
h1{margin:0 0 12px;font-size:20px;line-height:28px;font-weight:600;letter-spacing:-.01em}
h2{margin:40px 0 8px;font-size:16px;line-height:24px;font-weight:600}
h3{margin:20px 0 6px;font-size:14px;line-height:20px;font-weight:600}
p,ul,ol{margin:8px 0}ul,ol{padding-left:20px}li{margin:4px 0}strong{font-weight:600}
code{font-family:var(--mono);font-size:.925em;overflow-wrap:anywhere}
p code,li code,td code{padding:1px 3px;margin:0 -1px;border-radius:4px;background:var(--ground)}
pre{margin:12px 0;padding:12px 14px;overflow-x:auto;border-radius:6px;background:var(--ground);font-size:12px;line-height:18px}pre code{font-size:inherit;overflow-wrap:normal}
mark{background:var(--accent-light);color:inherit;border-radius:2px}

table{width:100%;margin:8px 0 12px;border-collapse:collapse;font-size:13px;line-height:20px}
th,td{padding:6px 16px 6px 0;border-bottom:1px solid var(--hairline);text-align:start;vertical-align:top;overflow-wrap:anywhere}
th{border-bottom-color:var(--border);font-size:12px;font-weight:500;color:var(--dimmed)}
th:last-child,td:last-child{padding-right:0}
.wide{overflow-x:auto}.wide :is(th,td,code){overflow-wrap:break-word}
.fields{table-layout:fixed}.fields th:first-child{width:36%}.fields th:nth-child(2){width:24%}
.fields td{padding-block:4px}.fields td code{padding:0;margin:0;background:none}.fields td+td{color:var(--dimmed)}.fields i{margin-left:6px;font-style:normal;font-size:12px;color:var(--dimmed)}
.d1{padding-left:16px}.d2{padding-left:32px}.d3{padding-left:48px}.d4{padding-left:64px}.d5{padding-left:80px}.d6{padding-left:96px}

.guides{list-style:none;padding:0}.guides li{display:flex;gap:4px 16px;margin:0;padding:6px 0;border-bottom:1px solid var(--hairline)}.guides a{flex:0 0 10rem;font-weight:500;text-decoration:none}.guides a:hover{text-decoration:underline}.guides span{color:var(--dimmed)}
.found{list-style:none;padding:0}.found li{padding:8px 0;margin:0;border-bottom:1px solid var(--hairline)}.found a{font-weight:500;text-decoration:none}.found a:hover{text-decoration:underline}.found p{margin:0;font-size:13px;color:var(--dimmed)}

.calls{margin-top:12px;border-top:1px solid var(--hairline)}
.calls details{border-bottom:1px solid var(--hairline)}
summary{cursor:pointer}
.calls summary{display:grid;grid-template-columns:60px minmax(0,1fr) 16px;gap:0 8px;padding:8px;margin:0 -8px;border-radius:6px;list-style:none}
.calls summary::-webkit-details-marker{display:none}
.calls summary:hover{background:var(--ground)}
summary::after{content:'';width:6px;height:6px;margin:6px 4px 0;grid-column:3;grid-row:1;border:solid var(--dimmed);border-width:0 1.5px 1.5px 0;transform:rotate(45deg)}[open]>summary::after{transform:rotate(225deg);margin-top:9px}
.calls summary>code{font-size:13px;line-height:20px}.calls summary span{grid-column:2;font-size:13px;line-height:20px;color:var(--dimmed)}
b{justify-self:start;padding:0 6px;border-radius:4px;font-size:11px;line-height:18px;height:18px;margin-top:1px;font-weight:600;background:var(--hover);color:var(--dimmed)}
.get{background:var(--green-light);color:var(--green)}.post{background:var(--accent-light);color:var(--accent)}.delete{background:var(--red-light);color:var(--red)}
.calls details>div{padding:0 0 24px 68px;scroll-margin-top:72px}
.calls h3{font-size:13px}.access,.type{font-size:13px;color:var(--dimmed)}
.copy{white-space:pre-wrap;user-select:all;cursor:copy;max-height:none}.copy code{overflow-wrap:anywhere}

@media(max-width:56rem){
body{display:block}
.side{position:static;height:auto;padding:12px 20px 12px}.brand{padding:0}
nav summary{display:flex;gap:8px;padding:8px 0;font-weight:500}nav details p:first-of-type{margin-top:4px}
nav details:not([open])::details-content{content-visibility:hidden;height:0}
nav a{min-height:36px;align-items:center}
main{border-width:1px 0 0;border-radius:10px 10px 0 0;padding:20px 20px 64px}
input{height:36px;font-size:16px}
.guides li{flex-wrap:wrap}.guides a{flex-basis:100%}
.calls details>div{padding-left:0;scroll-margin-top:112px}
.fields,.fields tbody{display:block}.fields tr{display:grid;grid-template-columns:minmax(0,1fr) auto;gap:0 12px;padding:6px 0;border-bottom:1px solid var(--hairline)}.fields tr:first-child{display:none}.fields td{border:0;padding-block:0;padding-right:0}.fields td:last-child{grid-column:1/-1}.d1~td:last-child{padding-left:16px}.d2~td:last-child{padding-left:32px}.d3,.d4,.d5,.d6,.d3~td:last-child,.d4~td:last-child,.d5~td:last-child,.d6~td:last-child{padding-left:48px}
}
@media print{body{display:block;background:none}.side,.skip{display:none}main{border:0;padding:0}main>*{max-width:none}.calls details::details-content{content-visibility:visible;height:auto}}`;
