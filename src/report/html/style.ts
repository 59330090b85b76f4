/** The style of a page. Colours come in pairs, for light and for dark; each has a contrast of at least 4.5 to its background. */
export const STYLE = `
:root { color-scheme: light dark; --page: #fff; --card: #f6f8fa; --line: #d0d7de; --ink: #1f2328; --soft: #57606a; --link: #0958c0;
  --bad: #b3141d; --warn: #7d4e00; --good: #0f6a2c; --open: #5a3ea6; --before: #c9d1d9; --going: #6e9fdd; --added: #dff5e3; --gone: #fde5e3; }
@media (prefers-color-scheme: dark) { :root { --page: #0d1117; --card: #161b22; --line: #3d444d; --ink: #e6edf3; --soft: #9da7b3;
  --link: #6cb2ff; --bad: #ff8f87; --warn: #e3b341; --good: #5fd07a; --open: #c3a6ff; --before: #3d444d; --going: #4478b8;
  --added: #12361f; --gone: #4a1b1a; } }
* { box-sizing: border-box; }
[hidden] { display: none !important; }
body { margin: 0 auto; max-width: 70rem; padding: 1rem; background: var(--page); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif;
  overflow-wrap: anywhere; }
h1, h2, h3, p, ul, ol, dl, pre { margin: 0 0 .6rem; }
h1 { font-size: 1.4rem; line-height: 1.3; }
h2 { font-size: 1.2rem; margin-top: 1.6rem; }
h3 { font-size: 1.05rem; }
a { color: var(--link); }
label kbd { line-height: 1; }
code, pre, kbd { font: .9em/1.45 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
summary { cursor: pointer; padding: .2rem 0; }
.cause-line { font-size: 1.1rem; }
.first { border-left: 4px solid var(--link); padding-left: .8rem; }
.facts, .note, small, .counts { color: var(--soft); font-size: .9rem; }
.mark { font-weight: 700; }
.good > .mark, .passed > .mark, .passed > h3 .mark, .clusters > .passed > .stand { color: var(--good); }
.bad > .mark, .failed > .mark, .stuck > .mark, .failed > h3 .mark, .stuck > h3 .mark, .error .mark, .terminal .mark, dl > .bad > dt, .clusters > .failed > .stand, .clusters > .stuck > .stand { color: var(--bad); }
.open > .mark, .waiting > .mark, .waiting > h3 .mark, .superseded > .mark, .notVerified > .mark, .unknown > .mark, .notice .mark, .human .mark, .info .mark,
.cause.waiting .mark { color: var(--open); }
.warning .mark, .suspect .mark, .warned > summary .mark { color: var(--warn); }
.planned.bad > summary .mark { color: var(--bad); }
.planned.good > summary .mark { color: var(--good); }
.removals { border-left: 4px solid var(--bad); padding-left: .8rem; }
.remarks { border-left: 4px solid var(--warn); padding-left: .8rem; }
.removals ul, .remarks ul { padding-left: 1.2rem; }
.rows, .clusters, .more { list-style: none; padding: 0; }
/* Chromium numbers list items again whenever one is removed, which takes minutes for ten thousand that it has not laid out. */
.rows > li { display: block; }
.rows > li, article, .planned, .cause, .diff, .fold { border: 1px solid var(--line); border-radius: 6px; padding: .6rem .8rem; margin: 0 0 .6rem; }
.cause, .diff { background: var(--card); margin-top: .6rem; }
.rows > li > p, .finding p { margin: 0 0 .2rem; }
.many [data-item] { content-visibility: auto; contain-intrinsic-size: auto 6rem; }
.clusters > li, .scale { display: grid; grid-template-columns: minmax(6rem, 14rem) minmax(8rem, 1fr) minmax(9rem, 18rem); gap: 0 .8rem;
  align-items: center; padding: .15rem 0; }
.clusters .note { grid-column: 2 / -1; }
.plain > li { grid-template-columns: minmax(6rem, 14rem) 1fr; } .plain .bar { display: none; }
.clusters > li > b { font-weight: 600; }
.bar { line-height: 0; }
svg { width: 100%; height: .7rem; background: var(--card); forced-color-adjust: none; }
svg .before { fill: var(--before); } svg .going { fill: var(--going); } svg .passed { fill: var(--good); }
svg .failed, svg .stuck { fill: var(--bad); } svg .superseded, svg .notVerified, svg .unknown { fill: var(--open); }
.marks { grid-column: 2; display: flex; justify-content: space-between; color: var(--soft); font-size: .8rem; }
.quoted { position: relative; margin: 0 0 .6rem; }
pre { background: var(--card); border: 1px solid var(--line); border-radius: 6px; padding: .5rem .7rem; white-space: pre-wrap; margin: 0; }
.cause pre, .diff pre { background: var(--page); }
.copy { display: none; position: absolute; top: .3rem; right: .3rem; }
.js .copy { display: block; }
.js .quoted pre { padding-right: 5.5rem; min-height: 2.6rem; }
ins, del, .diff pre b, .diff pre span { display: block; text-decoration: none; margin: 0 -.7rem; padding: 0 .7rem; }
ins { background: var(--added); } del { background: var(--gone); } .diff pre b { color: var(--soft); font-weight: 400; }
dl > div { display: grid; grid-template-columns: 7rem 1fr; gap: .8rem; }
dt { color: var(--soft); } dd { margin: 0; }
.wide { position: relative; overflow-x: auto; margin: 0 0 .6rem; }
table { border-collapse: collapse; }
th, td { text-align: left; padding: .25rem .6rem; border: 1px solid var(--line); min-width: 5.5rem; max-width: 16rem; font-weight: 400; }
thead th { color: var(--soft); font-size: .9rem; }
.none, .unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
#filters { position: sticky; top: 0; z-index: 1; display: flex; flex-wrap: wrap; gap: .4rem .8rem; align-items: end; background: var(--page);
  border-bottom: 1px solid var(--line); padding: .5rem 0; margin: 1rem 0; }
label { display: flex; flex-direction: column; color: var(--soft); font-size: .85rem; flex: 1 1 8rem; max-width: 16rem; }
select, input, button { font: inherit; color: var(--ink); background: var(--card); border: 1px solid var(--soft); border-radius: 6px;
  padding: .25rem .5rem; min-width: 0; width: 100%; }
button { width: auto; cursor: pointer; }
.copy { font-size: .8rem; padding: .1rem .5rem; }
output { flex-basis: 100%; color: var(--soft); font-size: .9rem; }
footer { color: var(--soft); font-size: .85rem; border-top: 1px solid var(--line); margin-top: 2rem; padding-top: .6rem; }
@media (max-width: 40rem) {
  #filters { position: static; }
  label { flex-basis: 40%; }
  .clusters > li, .scale { grid-template-columns: 1fr 1fr; }
  .clusters .bar, .scale .marks, .clusters .note { grid-column: 1 / -1; }
  .clusters .bar { order: 1; } .clusters .note { order: 2; }
  .clusters > li { padding: .3rem 0; }
  .js .copy { position: static; margin-top: .2rem; } .js .quoted pre { padding-right: .7rem; min-height: 0; }
  th, td { padding: .25rem .35rem; min-width: 0; overflow-wrap: break-word; }
  dl > div { grid-template-columns: 1fr; gap: 0; margin-bottom: .4rem; }
  dt { font-size: .85rem; }
}
@media print { #filters, .copy { display: none !important; } .many [data-item] { content-visibility: visible; } }
`;
