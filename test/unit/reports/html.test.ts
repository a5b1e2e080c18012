import { expect, it } from 'vitest';
import { writeReport } from '../../../main/features/reports/formats.ts';
import { loadTexts } from '../../../main/platform/texts.ts';
import { batch, file, hostile, issue } from './batch.ts';

it.each(['es', 'eu', 'en'] as const)(
  'an HTML report is a complete page in %s that loads and runs nothing',
  (language) => {
    const page = writeReport(
      'html',
      batch(
        [
          file(),
          file({
            file: hostile,
            taxpayer: { taxId: hostile, name: hostile },
            verdict: 'invalid',
            issues: [
              issue({ message: hostile, hint: hostile, code: hostile, ledgerCode: hostile }),
            ],
          }),
        ],
        7,
      ),
      loadTexts(language),
    );
    expect(page).toContain(`<html lang="${language}">`);
    expect(page).toContain(`content="default-src 'none'; style-src 'unsafe-inline'"`);
    const tags = new Set([...page.matchAll(/<\/?([a-z][a-z0-9]*)/gi)].map(([, name]) => name));
    expect([...tags].sort()).toEqual(
      [
        'body',
        'br',
        'details',
        'h1',
        'head',
        'html',
        'main',
        'meta',
        'p',
        'span',
        'strong',
        'style',
        'summary',
        'table',
        'tbody',
        'td',
        'th',
        'thead',
        'title',
        'tr',
      ].filter((name) => page.includes(`<${name}`)),
    );
    expect(page).not.toMatch(
      /<script|javascript:|\son\w+=|https?:|url\(|@import|report\.|validate\./i,
    );
    expect(page).toContain(
      '&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#39;=2+3 ]]&gt; \uFFFD\uFFFD\uFFFD',
    );
    expect(page).toMatch(/1[.,\s]?234,50|1,234\.50/);
  },
);

it('an HTML report shows the files to correct first, and one issue at many places once', () => {
  const many = [1, 2, 3, 4, 5, 6, 7].map((record) => issue({ record, message: 'igual' }));
  const page = writeReport(
    'html',
    batch(
      [file({ file: 'bien.xml' }), file({ file: 'mal.xml', verdict: 'invalid', issues: many })],
      7,
    ),
    loadTexts('es'),
  );
  expect(page.indexOf('mal.xml')).toBeLessThan(page.indexOf('bien.xml'));
  expect(page.match(/igual/g)).toHaveLength(1);
  expect(page).toContain('y 2 sitios más');
  expect(page).toContain('Listo para enviar');
  expect(page).toContain('details:not([open]) { display: none; }');
});

it('an HTML report shows a kind of issue once, each place with its own text', () => {
  const many = Array.from({ length: 300 }, (_, index) =>
    issue({ record: index + 1, message: `«${index},5» lleva coma`, value: `${index},5` }),
  );
  const bad = file({ file: 'mal.xml', verdict: 'invalid', issues: many });
  const page = writeReport('html', batch([bad]), loadTexts('es'));
  expect(page.match(/<td class="state error">/g)).toHaveLength(1);
  expect(page).toContain('Decimales con coma');
  expect(page).toContain('registro 1 · S1/0714 · A99805061 · línea 70001, columna 12: 0,5<br>');
  expect(page).toMatch(/<summary>y 295 sitios más<\/summary>registro 6 .*: 299,5<\/details>/);
});

it('an HTML report shows whole sentences where they differ in more than the faulty text', () => {
  const missing = ['BaseImponible', 'CuotaIVA'].map((element, index) =>
    issue({ record: index + 1, message: `Falta «${element}».`, value: null }),
  );
  const bad = file({ file: 'mal.xml', verdict: 'invalid', issues: missing });
  const page = writeReport('html', batch([bad]), loadTexts('es'));
  expect(page).toMatch(/registro 1 .*: Falta «BaseImponible»\.<br>registro 2 .*: Falta «CuotaIVA»/);
});

it('an HTML report prints one page of summary; other files open on request', () => {
  const files = Array.from({ length: 30 }, (_, index) => file({ file: `${index}.xml` }));
  const page = writeReport('html', batch(files, 7), loadTexts('es'));
  const [summary = '', rest = ''] = page.split('<details>');
  expect(summary.match(/<th scope="row">/g)).toHaveLength(20);
  expect(rest.match(/<th scope="row">/g)).toHaveLength(10);
  expect(rest).toContain('<summary>10 archivos más</summary>');
});

it('an HTML report has the words of the window, each whole, and no code of Zubi', () => {
  const page = writeReport(
    'html',
    batch([
      file(),
      file({
        file: 'mal.xml',
        verdict: 'invalid',
        issues: [issue({ code: 'schema_date', ledgerCode: 'B4_1000001' })],
      }),
    ]),
    loadTexts('es'),
  );
  expect(page).toContain('2 archivos · Listo para enviar: 1 · Con errores: 1 · 6 registros');
  expect(page).toContain('registro 2 · S1/0714 · A99805061 · línea 70001, columna 12');
  expect(page).toContain('<span class="code">B4_1000001</span>');
  expect(page).not.toContain('schema_date');
  // A word of such a cell is not broken.
  expect(page).toContain('<td class="state error">Error</td>');
});
