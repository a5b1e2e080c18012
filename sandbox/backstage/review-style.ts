/** The review page's style sheet: the palette of the application's window, light and dark. */
export const reviewStyle = `
:root {
  color-scheme: light dark;
  --ink: light-dark(#15202b, #e6ecf0); --second: light-dark(#55636f, #a2b0bb); --ground: light-dark(#f6f7f8, #0f1418);
  --panel: light-dark(#fff, #161d23); --line: light-dark(#e4e7ea, #26313a); --strong: light-dark(#cfd5da, #3a4853);
  --accent: light-dark(#0f6674, #4fb3c3); --on-accent: light-dark(#fff, #08191d);
  --amber: light-dark(#875500, #e0a94a); --amber-pale: light-dark(#fdf0d6, #32240a);
  --green: light-dark(#1c7046, #5cc48f); --green-pale: light-dark(#e4f4eb, #10291c);
  --red: light-dark(#b3372f, #f0847b); --red-pale: light-dark(#fde8e6, #3a1715);
  --grey-pale: light-dark(#eceff1, #1f2930);
  font: 14px/1.45 Inter, system-ui, sans-serif; color: var(--ink); background: var(--ground);
}
body { margin: 0; }
header { display: flex; flex-wrap: wrap; gap: 4px 12px; align-items: baseline; padding: 18px 24px; background: var(--panel); border-block-end: 1px solid var(--line); }
h1 { margin: 0; font-size: 17px; font-weight: 600; }
h2 { margin: 0 0 8px; font-size: 14px; font-weight: 600; }
main { display: grid; gap: 16px; max-width: 88rem; margin: 0 auto; padding: 24px; }
section { padding: 16px 20px; background: var(--panel); border: 1px solid var(--line); border-radius: 12px; overflow-x: auto; }
p { margin: 0; }
.second, caption, thead th, time, code { color: var(--second); font-size: 12.5px; }
code { font-size: 12px; font-weight: 400; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
caption { text-align: start; padding-block-end: 8px; }
thead th { font-weight: 500; }
th, td { border-block-end: 1px solid var(--line); padding: 10px 16px 10px 0; text-align: start; vertical-align: top; }
tbody tr:last-child > * { border-block-end: 0; }
th > *, td > * { display: block; }
th[scope=row] { font-weight: 600; }
.pill { display: inline-block; padding: 1px 10px; border-radius: 99px; font-size: 12.5px; font-weight: 600; white-space: nowrap; background: var(--grey-pale); color: var(--second); }
.sandbox, .pending_validation { background: var(--amber-pale); color: var(--amber); }
.approved { background: var(--green-pale); color: var(--green); }
.rejected { background: var(--red-pale); color: var(--red); }
.review, form { display: flex; flex-wrap: wrap; gap: 8px; align-items: center; }
button, input { font: inherit; padding: 5px 12px; border-radius: 8px; border: 1px solid var(--strong); background: var(--panel); color: inherit; }
button { font-weight: 600; cursor: pointer; }
button.next { background: var(--accent); border-color: var(--accent); color: var(--on-accent); }
input { width: 12rem; }
input::placeholder { color: var(--second); opacity: 1; }
a { color: var(--accent); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
ul { margin: 0; padding-inline-start: 18px; }
`;
