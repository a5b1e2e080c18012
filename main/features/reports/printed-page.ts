import { escapeMarkup } from '../../platform/markup.ts';

/**
 * A page to print or keep: it loads nothing, runs nothing, and its policy says so. `body` is
 * markup, `title` is text.
 */
export function toPrintedPage(page: {
  readonly language: string;
  readonly title: string;
  readonly style: string;
  readonly body: string;
}): string {
  return `<!doctype html>
<html lang="${page.language}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeMarkup(page.title)}</title>
<style>${page.style}</style>
</head>
<body>
<main>
${page.body}
</main>
</body>
</html>
`;
}
