/** The style of a receipt, on a screen and on A4 paper. */
export const receiptStyle = `
:root { color-scheme: light; font: 13px/1.45 system-ui, "Segoe UI", Roboto, sans-serif; color: #15202b; background: #fff; }
body { margin: 2rem auto; max-width: 56rem; padding: 0 1.25rem; }
.part + .part { margin-top: 4rem; break-before: page; }
header { border-bottom: 2px solid #0f6674; padding-bottom: .75rem; margin-bottom: 1rem; }
.kind { margin: 0; color: #0f6674; font-weight: 600; } h1 { font-size: 1.6rem; line-height: 1.2; margin: .15rem 0 0; overflow-wrap: anywhere; }
.id { margin: .15rem 0 0; color: #55636f; }
h2 { font-size: 1.1rem; margin: 0; overflow-wrap: anywhere; }
dl { display: grid; grid-template-columns: repeat(3, minmax(0, 1fr)); gap: .55rem 1.5rem; margin: .75rem 0; }
dt { color: #55636f; font-size: 12px; } dd { margin: 0; overflow-wrap: anywhere; font-variant-numeric: tabular-nums; }
.wide { grid-column: 1 / -1; } .code, .code dd { font-family: ui-monospace, "Cascadia Mono", Menlo, monospace; font-size: 12px; } .code dt { font-family: system-ui, sans-serif; }
.sums { background: #f6f7f8; border: 1px solid #e4e7ea; border-radius: 8px; padding: .75rem 1rem; } .sums dd { font-weight: 600; }
.notice { border: 1px solid #9a6300; border-radius: 8px; padding: .5rem .75rem; color: #7a4d00; background: #fdf6e7; font-weight: 600; }
article { border-top: 1px solid #c9d0d6; margin-top: 1.5rem; padding-top: 1rem; }
.result { margin: .25rem 0 0; } .result strong::after { content: "."; } .note { color: #55636f; margin: .25rem 0 0; }
table { border-collapse: collapse; width: 100%; margin: .75rem 0; } thead { display: table-header-group; }
th, td { border-bottom: 1px solid #e4e7ea; padding: .3rem .5rem; text-align: left; vertical-align: top; overflow-wrap: anywhere; }
thead th { white-space: nowrap; border-bottom: 1.5px solid #8a96a1; color: #55636f; font-size: 12px; font-weight: 500; } tbody th { font-weight: 500; }
.files td:not(.code) { overflow-wrap: break-word; } .records td { font-size: 12px; } td:is(.accepted, .partially_accepted, .accepted_with_errors, .rejected, .failed, .unknown, .correct, .incorrect) { overflow-wrap: normal; }
.n { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.accepted, .correct { color: #1f7a4d; } .partially_accepted, .accepted_with_errors { color: #8a5800; }
.rejected, .failed, .incorrect { color: #b3372f; } .unknown, .not_told { color: #5b4bb0; }
.result { color: #15202b; } .result.accepted strong { color: #1f7a4d; } .result:is(.partially_accepted, .accepted_with_errors) strong { color: #8a5800; }
.result.rejected strong, .result.failed strong { color: #b3372f; } .result.unknown strong { color: #5b4bb0; }
.head { border-top: 1px solid #c9d0d6; margin-top: 1.5rem; padding-top: 1rem; } .head p { margin: .25rem 0; color: #55636f; }
footer { border-top: 1px solid #c9d0d6; margin-top: 1.5rem; padding-top: .75rem; color: #55636f; font-size: 12px; } footer p { margin: .15rem 0; }
@media print {
  body { margin: 0; max-width: none; padding: 0; } .part + .part { margin-top: 0; }
  tr, dl div, .notice, .sums { break-inside: avoid; } h2, .result { break-after: avoid; } footer, .head { break-inside: avoid; }
  @page { size: A4; margin: 14mm; }
}
`;
